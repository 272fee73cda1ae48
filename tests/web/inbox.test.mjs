// Messages between members, with two people in two browsers: found on a profile, written, heard, counted, read,
// answered, deleted, reported and blocked; on a phone, in three languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, newMember, newPerson, post, soon, startBrowser, startServer, steps } from './helper.mjs';

const lines = (page) => page.locator('.inbox-lines .lines li');
const announced = (page) => page.locator('p[role=status].visually-hidden').first().textContent();
const say = async (page, text) => {
  await page.getByLabel('Write a message').fill(text);
  await page.keyboard.press('Enter');
  await lines(page).filter({ hasText: text }).waitFor();
};

test('messages between members', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);
  const ann = await newMember(browser, base, 'ann');
  const bob = await newMember(browser, base, 'bob');
  const [annState, bobState] = [await ann.context().storageState(), await bob.context().storageState()];
  await ann.context().close();
  await bob.context().close();

  await step('a message shows itself on every page, is counted until it is read, and answered', async () => {
    const from = await newPerson(browser, { storageState: annState });
    const to = await newPerson(browser, { storageState: bobState });
    await to.goto(`${base}/rules/levee`);
    await to.getByRole('heading', { level: 1 }).waitFor();
    await from.goto(`${base}/p/bob`);
    await from.getByRole('link', { name: 'Write a message' }).click();
    await from.getByText('You have not written to each other yet.').waitFor();
    await say(from, 'Good evening <b>bob</b>');
    await soon.equal(() => announced(to), 'Message from ann: Good evening <b>bob</b>');
    await to.getByRole('link', { name: 'Notifications, 1 new notification' }).waitFor();
    await to.locator('.user-menu summary').click();
    await to.getByRole('link', { name: 'Messages' }).getByText('1 unread message').waitFor();
    await to.getByRole('link', { name: 'Messages' }).click();
    const talk = to.getByRole('navigation', { name: 'Messages' }).getByRole('link', { name: /ann/ });
    await soon.match(() => talk.textContent(), /Good evening <b>bob<\/b>.*1 unread message/);
    await accessible(to, 'the messages');
    await talk.click();
    await lines(to).filter({ hasText: 'Good evening' }).waitFor();
    // Read: nothing is counted any more, also not by the bell.
    await to.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await soon.equal(() => to.getByText('1 unread message').count(), 0);
    await say(to, 'Good evening, ann');
    await lines(from).filter({ hasText: 'Good evening, ann' }).waitFor();
    // Both look at it: what comes is read at once, and no notification remains.
    await say(from, 'A match?');
    await lines(to).filter({ hasText: 'A match?' }).waitFor();
    await soon.equal(async () => (await (await to.request.get(`${base}/api/notifications?unread=1`)).json()).unread, 0);
    await accessible(to, 'a conversation');
    await to.setViewportSize(PHONE);
    await accessible(to, 'a conversation on a phone');
    await to.getByRole('link', { name: 'All messages' }).click();
    await to.getByRole('navigation', { name: 'Messages' }).getByRole('link', { name: /ann/ }).waitFor();
    // A line is taken away by its author.
    await from.getByRole('button', { name: 'Delete this message: A match?' }).click();
    await lines(from).filter({ hasText: 'deleted' }).waitFor();
    await to.getByText('Message deleted').waitFor();
  });

  await step('it can be reported; a block ends it; do not disturb keeps it silent', async () => {
    const from = await newPerson(browser, { storageState: annState });
    const to = await newPerson(browser, { storageState: bobState });
    await to.addInitScript(() => {
      localStorage['hoshi-settings'] = JSON.stringify({ pace: 'instant', quiet: true });
    });
    await to.goto(`${base}/rules/levee`);
    await to.getByRole('heading', { level: 1 }).waitFor();
    await from.goto(`${base}/inbox/bob`);
    await say(from, 'Hello again');
    await to.getByRole('link', { name: 'Notifications, 1 new notification' }).waitFor();
    assert.equal(await announced(to), '');
    await to.goto(`${base}/notifications`);
    await to.getByRole('link', { name: 'ann writes: Hello again' }).click();
    await to.waitForURL(/\/inbox\/ann$/);
    await to.getByRole('button', { name: 'Report this line: Hello again' }).click();
    await to.getByLabel('What is wrong?').fill('too loud');
    await to.getByRole('button', { name: 'Send the report' }).click();
    await to.getByText('Thank you. The moderators will look at it.').waitFor();
    await post(to, base, '/players/ann/block', { blocked: true });
    await to.reload();
    await to.getByText('You have blocked ann.').waitFor();
    await to.getByText('No messages yet.').waitFor();
    await from.getByLabel('Write a message').fill('Are you there?');
    await from.keyboard.press('Enter');
    await from.getByRole('alert').filter({ hasText: 'bob does not want to hear from you.' }).waitFor();
    assert.equal(await from.getByLabel('Write a message').inputValue(), 'Are you there?');
    await from.reload();
    await from.getByText('You cannot write to bob.').waitFor();
  });

  for (const [locale, title, write] of [
    ['de-DE', 'Nachrichten', 'Nachricht schreiben'],
    ['fr-FR', 'Messages', 'Écrire un message'],
  ]) {
    await step(`in ${locale}`, async () => {
      const page = await newPerson(browser, { storageState: annState, locale });
      await page.goto(`${base}/inbox`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await page.getByRole('navigation', { name: title }).getByRole('link', { name: /bob/ }).waitFor();
      await page.goto(`${base}/p/bob`);
      await page.getByRole('link', { name: write }).waitFor();
    });
  }
});
