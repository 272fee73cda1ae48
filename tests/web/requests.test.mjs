// What waits for a player's answer, with two people in two browsers: challenges, rematches, offers, and matches
// that a tournament has begun, wherever they are on the site.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, axeViolations, newMember, newPerson, post, soon, startBrowser, startServer, steps } from './helper.mjs';

const LIVE = { kind: 'fischer', main_ms: 300000, add_ms: 3000 };
const bar = (page) => page.getByRole('region', { name: 'Waiting for your answer' });

/** Notes each tone that the page sings, without a loudspeaker, as if the person had touched the page. */
async function listen(page, settings = {}) {
  await page.addInitScript((chosen) => {
    localStorage['hoshi-settings'] = JSON.stringify({ pace: 'instant', sound: true, ...chosen });
    globalThis.tones = 0;
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true, isActive: true } });
    globalThis.AudioContext = class {
      currentTime = 0;
      createOscillator() {
        globalThis.tones++;
        const nothing = () => undefined;
        const part = { setValueAtTime: nothing, exponentialRampToValueAtTime: nothing };
        return { frequency: part, connect: (to) => to, start: nothing, stop: nothing };
      }
      createGain() {
        const nothing = () => undefined;
        return { gain: { setValueAtTime: nothing, exponentialRampToValueAtTime: nothing }, connect: (to) => to };
      }
    };
  }, settings);
}

const tones = (page) => page.evaluate('globalThis.tones');
const announced = (page) => page.locator('p[role=status].visually-hidden').first().textContent();

/** A challenge of one member to another by name; the match. */
const challenge = (from, base, name, more = {}) =>
  post(from, base, '/matches', { game: 'levee', width: 5, height: 5, clock: LIVE, rated: true, seats: ['me', { player: name }], ...more });

test('what waits for an answer', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('a challenge shows itself on every page, is heard and read out, and is accepted with one click', async () => {
    const ann = await newMember(browser, base, 'ann');
    const bob = await newMember(browser, base, 'bob');
    await listen(bob);
    await bob.goto(`${base}/rules/levee`);
    await bob.getByRole('heading', { level: 1 }).waitFor();
    const match = await challenge(ann, base, 'bob');
    await bar(bob).getByText('ann challenges you').waitFor();
    await soon.match(() => bar(bob).textContent(), /1500\?.*Levee 5 × 5 · 5 \+ 3 · rated/);
    await soon.ok(async () => (await tones(bob)) > 0);
    await soon.match(() => announced(bob), /^ann challenges you: Levee 5 × 5/);
    await soon.match(() => bob.title(), /^\(1\) /);
    assert.deepEqual(await axeViolations(bob), []);
    // It stays when they go elsewhere.
    await bob.getByRole('link', { name: 'Puzzles', exact: true }).first().click();
    await bob.waitForURL(/puzzles/);
    await bar(bob).getByRole('button', { name: 'Accept' }).click();
    await bob.waitForURL(new RegExp(`/m/${match.id}$`));
    await soon.equal(() => bar(bob).count(), 0);

    // An offer reaches the player who looks at another page, and no longer once it is answered.
    await bob.goto(`${base}/puzzles`);
    await post(ann, base, `/matches/${match.id}/pause`, { do: 'ask' });
    await bar(bob).getByText('ann asks for a pause').waitFor();
    await bar(bob).getByRole('button', { name: 'Decline' }).click();
    await soon.equal(() => bar(bob).count(), 0);
    const { offers } = await (await bob.request.get(`${base}/api/matches/${match.id}`)).json();
    assert.equal(offers.pause, null);
    // The player who asked may withdraw it.
    await ann.goto(`${base}/m/${match.id}`);
    await ann.getByRole('button', { name: 'Pause', exact: true }).click();
    await bar(bob).getByText('ann asks for a pause').waitFor();
    await ann.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await soon.equal(() => bar(bob).count(), 0);

    // So does the wish for a rematch; the player who has it may withdraw it.
    await post(bob, base, `/matches/${match.id}/resign`);
    await post(ann, base, `/matches/${match.id}/rematch`);
    await bar(bob).getByText('ann asks for a rematch').waitFor();
    await ann.goto(`${base}/lobby`);
    await ann.getByRole('button', { name: /^Withdraw/ }).click();
    await soon.equal(() => bar(bob).count(), 0);
    await soon.equal(() => ann.getByRole('button', { name: /^Withdraw/ }).count(), 0);
  });

  await step('an answer that comes too late says why, and several requests stand one below the other', async () => {
    const cleo = await newMember(browser, base, 'cleo');
    const people = [];
    for (const name of ['dan', 'eve', 'fay', 'gus']) people.push(await newMember(browser, base, name));
    for (const page of people) await challenge(page, base, 'cleo');
    await cleo.setViewportSize(PHONE);
    await cleo.goto(`${base}/learn`);
    await soon.equal(() => bar(cleo).getByRole('listitem').count(), 3);
    await bar(cleo).getByRole('link', { name: '1 more request' }).waitFor();
    await accessible(cleo, 'requests on a phone');
    await cleo.route(/\/accept$/, (route) => route.fulfill({ status: 409, contentType: 'application/problem+json', body: '{"detail":"The challenge was cancelled."}' }));
    await bar(cleo).getByRole('button', { name: 'Accept' }).first().click();
    await bar(cleo).getByText('The challenge was cancelled.').waitFor();
    for (let left = 4; left > 0; left--) {
      await bar(cleo).getByRole('button', { name: 'Later' }).first().click();
      await soon.equal(() => bar(cleo).getByRole('listitem').count(), Math.min(3, left - 1));
    }
    // What is put off is not lost.
    await cleo.goto(`${base}/mine`);
    await cleo.getByRole('heading', { name: 'Challenges for you' }).waitFor();
  });

  await step('with "do not disturb" nothing is heard or read out; guests are heard only if one likes', async () => {
    const hal = await newMember(browser, base, 'hal');
    const ida = await newMember(browser, base, 'ida');
    const guest = await newPerson(browser);
    await post(guest, base, '/guest');
    await listen(hal, { quiet: true });
    await listen(ida);
    for (const page of [hal, ida]) {
      await page.goto(`${base}/rules/levee`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await challenge(ida, base, 'hal');
    await bar(hal).getByText('ida challenges you').waitFor();
    await challenge(guest, base, 'ida', { rated: false });
    await bar(ida).getByText(/challenges you/).waitFor();
    assert.doesNotMatch(await bar(ida).textContent(), /\?/); // a guest has no rating
    await soon.match(() => announced(ida), /challenges you/);
    assert.equal(await announced(hal), '');
    assert.deepEqual([await tones(hal), await tones(ida)], [0, 0]);
    await ida.getByLabel('Settings', { exact: true }).click();
    await ida.getByLabel('Requests of guests make a sound, too').check();
    const before = await tones(ida);
    await challenge(guest, base, 'ida', { rated: false, game: 'palisade' });
    await soon.ok(async () => (await tones(ida)) > before);
  });

  await step('an invitation to a team or a tournament waits in the bar, in three languages', async () => {
    const [una, vic] = [await newMember(browser, base, 'una'), await newMember(browser, base, 'vic')];
    const { id: team } = await post(una, base, '/teams', { name: 'Quiet Owls', access: 'closed' });
    const { id: cup } = await post(una, base, '/tournaments', {
      name: 'Owl Cup', kind: 'roundrobin', game: 'levee', width: 5, height: 5, clock: LIVE,
    });
    await listen(vic);
    await vic.goto(`${base}/rules/levee`);
    await vic.getByRole('heading', { level: 1 }).waitFor();
    await una.goto(`${base}/teams/${team}`);
    await una.getByText('Invite somebody').click();
    await una.getByLabel('Name of the member').fill('nobody-here');
    await una.getByRole('button', { name: 'Invite', exact: true }).click();
    await una.getByText(/There is no member nobody-here/).waitFor();
    await una.getByLabel('Name of the member').fill('vic');
    await una.getByRole('button', { name: 'Invite', exact: true }).click();
    await una.getByText('vic has been invited.').waitFor();
    await bar(vic).getByText('una invites you to the team Quiet Owls').waitFor();
    await soon.ok(async () => (await tones(vic)) > 0);
    await soon.match(() => announced(vic), /una invites you to the team Quiet Owls/);
    await soon.match(() => vic.title(), /^\(1\) /);
    assert.deepEqual(await axeViolations(vic), []);
    for (const [language, said] of [
      ['de', 'una lädt dich in das Team Quiet Owls ein'],
      ['fr', 'una vous invite dans l’équipe Quiet Owls'],
    ]) {
      const other = await vic.context().newPage();
      await other.goto(`${base}/learn`);
      await other.evaluate((l) => {
        localStorage['hoshi-settings'] = JSON.stringify({ language: l });
      }, language);
      await other.reload();
      await other.locator('.requests').getByText(said).waitFor();
      await other.close();
    }
    await bar(vic).getByRole('button', { name: 'Accept' }).click();
    await vic.waitForURL(new RegExp(`/teams/${team}$`));
    await vic.getByText('Quiet Owls').first().waitFor();
    const { role } = await (await vic.request.get(`${base}/api/teams/${team}`)).json();
    assert.equal(role, 'member');

    // To a tournament, with what it is; una withdraws it in the lobby, and invites again.
    await una.goto(`${base}/t/${cup}`);
    await una.getByText('Invite somebody').click();
    await una.getByLabel('Name of the member').fill('vic');
    await una.getByRole('button', { name: 'Invite', exact: true }).click();
    await soon.match(() => bar(vic).textContent(), /una invites you to the tournament Owl Cup.*Round robin · Levee 5 × 5 · 5 \+ 3 · rated/);
    await una.goto(`${base}/lobby`);
    await una.getByRole('button', { name: /Withdraw.*vic/ }).click();
    await soon.equal(() => una.getByRole('button', { name: /Withdraw.*vic/ }).count(), 0);
    await vic.reload();
    await vic.getByRole('heading', { level: 1 }).waitFor();
    await post(una, base, `/tournaments/${cup}/invite`, { player: 'vic' });
    await bar(vic).getByRole('button', { name: 'Decline' }).click();
    await soon.equal(() => bar(vic).count(), 0);

    // The chat of the tournament reaches everybody who looks at it.
    await una.goto(`${base}/t/${cup}`);
    await vic.goto(`${base}/t/${cup}`);
    await una.getByLabel('Message', { exact: true }).fill('good luck, all');
    await una.getByRole('button', { name: 'Send' }).click();
    await vic.getByText('good luck, all').waitFor();
    await accessible(vic, 'a tournament with a chat');
    await una.getByRole('button', { name: /^Delete this line/ }).click();
    await vic.getByText('deleted').waitFor();
    const guest = await newPerson(browser);
    await guest.goto(`${base}/t/${cup}`);
    await guest.getByText('Members of the site write here.').waitFor();
    for (const [locale, who, gone] of [
      ['de-DE', 'Hier schreiben Mitglieder der Seite.', 'gelöscht'],
      ['fr-FR', 'Les membres du site écrivent ici.', 'supprimée'],
    ]) {
      const page = await newPerson(browser, { locale });
      await page.goto(`${base}/t/${cup}`);
      await page.getByText(who).waitFor();
      await page.locator('.chat').getByText(gone).waitFor();
    }
  });

  await step('nobody misses the match that a live tournament begins, and its clock waits for both', async () => {
    const jan = await newMember(browser, base, 'jan');
    const kim = await newMember(browser, base, 'kim');
    for (const page of [jan, kim]) await listen(page);
    await jan.goto(`${base}/tournaments/new`);
    await jan.getByLabel('Name of the tournament').fill('Evening Cup');
    await jan.getByLabel(/^Kind/).first().selectOption('roundrobin');
    await jan.getByLabel('Game').selectOption('levee');
    await jan.getByLabel('Board size').selectOption('5');
    await soon.equal(() => jan.getByLabel('Wait for absent players (seconds)').count(), 0, 'days need no grace');
    await jan.getByLabel('Time for each player').selectOption({ label: '5 min + 5 s per move' });
    await jan.getByLabel('Wait for absent players (seconds)').fill('50');
    await jan.getByLabel('Pause between rounds (seconds)').fill('3');
    await jan.getByLabel('Matches against each opponent').fill('2');
    await jan.getByLabel('Maximum number of players').fill('2');
    await jan.getByRole('button', { name: 'Create the tournament' }).click();
    await jan.getByRole('heading', { name: 'Evening Cup' }).waitFor();
    const address = jan.url();
    await jan.getByRole('button', { name: 'Take part' }).click();
    await jan.getByRole('button', { name: 'Withdraw' }).waitFor();
    await kim.goto(`${base}/puzzles`);
    await kim.getByRole('heading', { level: 1 }).waitFor();
    await post(kim, base, `/tournaments/${address.split('/').pop()}/join`);

    // One looks at the tournament and is taken to the board; the other is told where they are.
    await jan.waitForURL(/\/m\/\d+$/);
    const match = Number(jan.url().split('/').pop());
    await jan.getByText('The clock starts when both players are here, at the latest in').waitFor();
    await bar(kim).getByText('Your match has begun').waitFor();
    await soon.match(() => bar(kim).textContent(), /against jan, Levee 5 × 5/);
    for (const page of [jan, kim]) await soon.ok(async () => (await tones(page)) > 0);
    await soon.match(() => announced(kim), /^Your match has begun/);
    const clock = async () => (await (await jan.request.get(`${base}/api/matches/${match}`)).json()).clock;
    await soon.deepEqual(async () => [(await clock()).running, (await clock()).here.length], [null, 1]);
    await bar(kim).getByRole('link', { name: 'Go to the board' }).click();
    await kim.waitForURL(new RegExp(`/m/${match}$`));
    await soon.equal(async () => (await clock()).running, 1);
    await soon.equal(() => jan.locator('.held').count(), 0);
    await soon.equal(() => bar(kim).count(), 0);

    // After the round there is a pause; then both, who still look at their match, are taken to the next.
    await jan.goto(address);
    await post(kim, base, `/matches/${match}/resign`);
    await jan.getByText(/^Round 2 begins in 0:0\d\.$/).waitFor();
    for (const page of [jan, kim]) await page.waitForURL((url) => /\/m\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${match}`));
    await post(kim, base, `/matches/${kim.url().split('/').pop()}/resign`);
    await jan.goto(address);
    await jan.getByRole('region', { name: 'Podium' }).getByText('1st').waitFor();
    await soon.match(() => jan.getByRole('region', { name: 'Podium' }).textContent(), /kimPoints: 02nd.*janPoints: 21st/);
    await accessible(jan, 'a tournament with its podium');
    await jan.setViewportSize(PHONE);
    await accessible(jan, 'a podium on a phone');
  });

  await step('the guests of a simultaneous exhibition are told that it begins', async () => {
    const [host, lea, max] = await Promise.all(['host', 'lea', 'max'].map((name) => newMember(browser, base, name)));
    const { id } = await post(host, base, '/simuls', { game: 'levee', width: 5, height: 5, clock: LIVE, guests_max: 2 });
    for (const page of [lea, max]) await post(page, base, `/simuls/${id}/join`);
    await lea.goto(`${base}/learn`);
    await lea.getByRole('heading', { level: 1 }).waitFor();
    await post(host, base, `/simuls/${id}/start`, { all: true });
    await bar(lea).getByText('Your match has begun').waitFor();
    await bar(lea).getByRole('link', { name: 'Go to the board' }).click();
    await lea.waitForURL(/\/m\/\d+$/);
    await lea.locator('.held').waitFor();
  });
});
