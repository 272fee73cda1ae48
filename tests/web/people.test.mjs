// The pages about people against the real server: signing up and in, the account, profiles, blocks,
// reports and their moderators, notifications, the command line.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DESKTOP, PASSWORD, PHONE, accessible, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

const says = (text) => `document.body.textContent.includes(${JSON.stringify(text)})`;

/** A moderator takes a match of two others out of the ratings; everyone can read why. */
async function annuls(judge, calm, base) {
  const match = await post(judge, base, '/matches', {
    game: 'levee',
    width: 5,
    height: 5,
    rated: true,
    seats: ['me', { player: 'calm' }],
  });
  await post(calm, base, `/matches/${match.id}/accept`);
  for (const [i, move] of ['a1', 'b1', 'a2', 'b2'].entries())
    await post(i % 2 === 0 ? judge : calm, base, `/matches/${match.id}/moves`, { ply: i + 1, move });
  await post(calm, base, `/matches/${match.id}/resign`);
  await judge.goto(`${base}/admin`);
  await judge.getByText('1 rated match').waitFor();
  await accessible(judge, 'administration with a pair');
  await judge.getByRole('button', { name: 'No objection' }).click();
  await judge.getByText('1 rated match').waitFor({ state: 'detached' });
  await judge.goto(`${base}/m/${match.id}`);
  await judge.getByText('Annul this match…').click();
  await judge.getByLabel(/Reason/).fill('only a test');
  await judge.getByRole('button', { name: 'Annul this match' }).click();
  await judge.getByText(/A moderator has annulled this match/).waitFor();
  await calm.goto(`${base}/annulled`);
  await calm.getByText('only a test').waitFor();
  await accessible(calm, 'annulled matches');
  await calm.goto(`${base}/m/${match.id}`);
  await calm.getByText(/A moderator has annulled this match.*only a test/).waitFor();
}

test('the pages about people', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('a guest who signs up keeps their matches; a wrong password says nothing more', async () => {
    const ann = await newPerson(browser);
    await post(ann, base, '/guest');
    await post(ann, base, '/matches', { game: 'levee', width: 5, height: 5, seats: ['me', 'me'] });
    await ann.goto(`${base}/signup`);
    await accessible(ann, 'signing up');
    await ann.getByLabel('Name').fill('ann');
    await ann.getByLabel('Password').fill(PASSWORD);
    await ann.getByRole('button', { name: 'Sign up' }).click();
    await ann.waitForURL('**/mine');
    await ann.getByRole('link', { name: /Levee.*Play/ }).first().waitFor();
    await ann.locator('.user-menu').getByText('ann', { exact: true }).waitFor();

    const other = await newPerson(browser);
    await other.goto(`${base}/signin?next=/lobby`);
    await accessible(other, 'signing in');
    await other.getByLabel('Name').fill('ann');
    await other.getByLabel('Password').fill('not this one');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('Wrong name or password.').waitFor();
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL('**/lobby');
    await other.locator('.user-menu').getByText('ann', { exact: true }).waitFor();
  });

  await step('the account: profile, sessions, tokens, vacation, password', async () => {
    const eve = await newMember(browser, base, 'eve');
    const second = await newPerson(browser);
    await post(second, base, '/signin', { name: 'eve', password: PASSWORD });
    await eve.goto(`${base}/account`);
    await eve.getByLabel('About you, for other players').fill('Plays at night.\nLikes Levee.');
    await eve.getByRole('button', { name: 'Save', exact: true }).click();
    await eve.getByText('Saved.').first().waitFor();

    await eve.getByRole('link', { name: 'Open security settings' }).click();
    await eve.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await until(eve, "!document.body.textContent.includes('everywhere else')", 'the other session is over');
    assert.equal(await (await second.request.get(`${base}/api/me`)).json(), null);

    await eve.getByLabel('What the token is for').fill('my script');
    await eve.getByLabel('Write messages').check();
    await eve.getByRole('group', { name: 'What the token may do' }).waitFor();
    const tokens = eve.locator('section', { hasText: 'API tokens' });
    await tokens.getByLabel('Your password').fill(PASSWORD);
    await tokens.getByRole('button', { name: 'Create a token' }).click();
    const secret = await tokens.getByLabel(/shown only once/).inputValue();
    const own = await eve.request.get(`${base}/api/me`, { headers: { Authorization: `Bearer ${secret}` } });
    await soon.equal(async () => (await own.json()).name, 'eve');
    await tokens.getByRole('button', { name: /Revoke/ }).click();
    await tokens.getByText('None yet.').waitFor();
    await eve.reload();
    await eve.getByText('All other sessions were ended').waitFor();
    await eve.getByText('The API token “my script” was made').waitFor();
    await eve.getByText('Signed in from a new browser').waitFor();
    await accessible(eve, 'the security of the account');
    await eve.setViewportSize(PHONE);
    await accessible(eve, 'the security of the account on a phone');
    await eve.setViewportSize(DESKTOP);
    await eve.goto(`${base}/account`);

    await eve.getByLabel('Number of days, starting now').fill('3');
    await eve.getByRole('button', { name: 'Start vacation' }).click();
    await eve.getByText(/You are away until/).waitFor();
    await eve.getByRole('button', { name: 'End vacation' }).click();
    await eve.getByRole('button', { name: 'Start vacation' }).waitFor();

    await eve.getByLabel('Current password').fill(PASSWORD);
    await eve.getByLabel('New password').fill('another horse');
    await eve.getByRole('button', { name: 'Change the password' }).click();
    await eve.getByText('all other sessions have ended').waitFor();
    await accessible(eve, 'the account');
    await eve.setViewportSize(PHONE);
    await accessible(eve, 'the account on a phone');

    await eve.getByRole('button', { name: 'Sign out' }).click();
    await eve.getByRole('link', { name: 'Sign in' }).waitFor();
  });

  await step('an account that is deleted is gone', async () => {
    const zoe = await newMember(browser, base, 'zoe');
    await zoe.goto(`${base}/account`);
    await zoe.getByLabel('I want to delete my account').check();
    const section = zoe.locator('section', { hasText: 'Delete your account' });
    await section.getByLabel('Your password').fill(PASSWORD);
    await section.getByRole('button', { name: 'Delete for good' }).click();
    await zoe.waitForURL(`${base}/`);
    assert.equal((await zoe.request.get(`${base}/api/players/zoe`)).status(), 404);
  });

  await step('a profile shows who it is; notes, blocks and reports are made there', async () => {
    const bob = await newMember(browser, base, 'bob');
    await newMember(browser, base, 'kim');
    await bob.goto(`${base}/p/kim`);
    await bob.getByRole('heading', { name: 'kim' }).waitFor();
    await bob.getByText('Your note').click();
    await bob.getByLabel('Only you can read it.').fill('fast in endings');
    await bob.getByRole('button', { name: 'Save the note' }).click();
    await bob.getByText('Saved.').waitFor();
    await bob.reload();
    await until(bob, "document.querySelector('textarea')?.value === 'fast in endings'", 'the note is kept');
    await bob.getByRole('button', { name: 'Block' }).click();
    await bob.getByText('You have blocked kim').waitFor();
    await bob.getByRole('button', { name: 'Report', exact: true }).click();
    await bob.getByLabel('What is wrong?').fill('says bad words');
    await bob.getByRole('button', { name: 'Send the report' }).click();
    await bob.getByText('Thank you. The moderators will look at it.').waitFor();
    await accessible(bob, 'a profile');
    await bob.goto(`${base}/account`);
    await bob.getByRole('button', { name: /Unblock/ }).click();
    await bob.getByText('Nobody. You can block a player on their profile.').waitFor();
    await bob.goto(`${base}/p/nobody-here`);
    await bob.locator('h1').waitFor();
    await soon.match(() => bob.locator('h1').textContent(), /no|No/);
  });

  await step('a line of a chat is reported; an administrator deletes it and bans its writer', async () => {
    const judge = await newMember(browser, base, 'judge');
    await server.stop('SIGTERM');
    server.words = ['--no-exhibitions', '--admin', 'judge'];
    await server.start();
    const rude = await newMember(browser, base, 'rude');
    const calm = await newMember(browser, base, 'calm');
    const match = await post(rude, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['me', 'open'] });
    await post(calm, base, `/matches/${match.id}/join`);
    await post(rude, base, `/matches/${match.id}/chat`, { text: 'you are slow' });
    await calm.goto(`${base}/m/${match.id}`);
    await calm.getByRole('button', { name: /Report this line: you are slow/ }).click();
    await calm.getByLabel('What is wrong?').fill('unkind');
    await calm.getByRole('button', { name: 'Send the report' }).click();
    await calm.getByText('Thank you. The moderators will look at it.').waitFor();

    await judge.goto(`${base}/`);
    await judge.getByRole('link', { name: 'Administration' }).click();
    const report = judge.locator('.report', { hasText: 'unkind' });
    await report.getByText('you are slow').waitFor();
    await accessible(judge, 'administration');
    await report.getByRole('button', { name: 'Delete the line' }).click();
    await until(calm, says('(removed by a moderator)'), 'the line is gone where it was read');
    await report.getByLabel(/Decision/).fill('deleted');
    await report.getByRole('button', { name: 'Close the report' }).click();
    await until(judge, `!${says('unkind')}`, 'the report is closed');

    await judge.getByLabel('Name begins with').fill('rude');
    await judge.getByRole('button', { name: 'Search' }).click();
    await judge.getByText('Ban…').click();
    await judge.getByLabel(/Reason/).fill('again and again');
    await judge.getByRole('button', { name: 'Ban rude' }).click();
    await judge.getByText(/Banned: again and again/).waitFor();
    assert.equal(await (await rude.request.get(`${base}/api/me`)).json(), null);
    await judge.getByRole('button', { name: /Link for a new password/ }).click();
    const link = await judge.getByLabel(/This link works once/).inputValue();
    assert.match(link, /\/recover#[\w-]+$/);
    await annuls(judge, calm, base);
    await calm.goto(`${base}/admin`);
    await calm.getByText('You are not allowed to do that.').waitFor();
  });

  await step('a link for a new password works once', async () => {
    const judge = await newPerson(browser);
    await post(judge, base, '/signin', { name: 'judge', password: PASSWORD });
    await newMember(browser, base, 'lost');
    const { token } = await post(judge, base, '/admin/players/lost/reset');
    const page = await newPerson(browser);
    await page.goto(`${base}/recover#${token}`);
    await page.getByLabel('New password').fill('a new battery');
    await accessible(page, 'a new password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.waitForURL('**/mine');
    const late = await newPerson(browser);
    await late.goto(`${base}/recover#${token}`);
    await late.getByLabel('New password').fill('a third battery');
    await late.getByRole('button', { name: 'Set the password' }).click();
    await late.getByText('This link was already used').waitFor();
    await late.goto(`${base}/confirm#nonsense`);
    await late.getByRole('button', { name: 'Confirm' }).click();
    await late.getByText('This link was already used').waitFor();
  });

  await step('notifications come into the page, are marked as read, and follow the settings', async () => {
    const may = await newMember(browser, base, 'may');
    const joe = await newMember(browser, base, 'joe');
    await may.goto(`${base}/rules/levee`);
    await may.locator('h1').waitFor();
    const match = await post(joe, base, '/matches', { game: 'levee', width: 7, height: 7, seats: ['me', { player: 'may' }] });
    await may.getByRole('link', { name: /Notifications.*1 new notification/ }).click();
    await may.getByRole('link', { name: 'joe challenges you (Levee 7 × 7).' }).waitFor();
    await accessible(may, 'notices');
    await post(may, base, `/matches/${match.id}/accept`);
    await post(joe, base, `/matches/${match.id}/moves`, { ply: 1, move: 'c3' });
    await may.getByRole('link', { name: 'It is your turn against joe (Levee 7 × 7).' }).waitFor();
    await post(may, base, `/matches/${match.id}/moves`, { ply: 2, move: 'd5' });
    await post(joe, base, `/matches/${match.id}/resign`);
    await may.getByRole('link', { name: 'joe resigned. You won (Levee 7 × 7).' }).waitFor();
    await may.getByRole('button', { name: 'Mark all as read' }).click();
    await until(may, "!document.querySelector('.badge')", 'nothing is new');
    await may.getByRole('link', { name: 'What to notify you about, and how' }).click();
    await may.getByLabel('Challenges: Page').uncheck();
    await may.getByText('Saved.').waitFor();
    await may.reload();
    await until(may, "document.querySelector('[aria-label=\"Challenges: Page\"]')?.checked === false", 'it is kept');
    await may.getByText('This server does not offer web push.').waitFor();
  });

  await step('the command line answers as by e-mail', async () => {
    const page = await newMember(browser, base, 'typist');
    await page.goto(`${base}/command`);
    await page.getByLabel('Command').fill('help');
    await page.keyboard.press('Enter');
    await page.locator('pre').waitFor();
    await soon.match(() => page.locator('pre').textContent(), /help/);
    await accessible(page, 'the command line');
  });
});
