// Friends against the real server: following on a profile, who is online without a reload, a challenge with one
// click, and who does not want to be followed.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

test('friends', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('the page tells a stranger that members have friends', async () => {
    const page = await newPerson(browser);
    await page.goto(`${base}/friends`);
    await page.getByText('Members can follow other members and see who is online.').waitFor();
    await accessible(page, 'friends of nobody');
  });

  await step('two members follow each other, meet, and one wants no followers any more', async () => {
    const ann = await newMember(browser, base, 'ann');
    const bob = await newMember(browser, base, 'bob'); // who has not opened the page yet
    await ann.goto(`${base}/friends`);
    await ann.getByText('You do not follow anyone yet.').waitFor();
    await ann.goto(`${base}/p/bob`);
    await ann.getByRole('button', { name: 'Follow', exact: true }).click();
    await ann.getByRole('button', { name: 'Unfollow', pressed: true }).waitFor();
    await accessible(ann, 'the profile of a member one follows');

    // Bob comes, and is online without a reload.
    await ann.goto(`${base}/friends`);
    const row = ann.getByRole('listitem').filter({ hasText: 'bob' });
    await row.getByText('last online').waitFor({ timeout: 30000 });
    await bob.goto(`${base}/p/ann`);
    await bob.getByText('ann follows you.').waitFor();
    await until(ann, "document.querySelector('.friend-list .here-now') !== null", 'bob is online');
    await accessible(ann, 'friends');
    await bob.getByRole('button', { name: 'Follow', exact: true }).click();
    await bob.getByText('You are friends.').waitFor();

    // Their matches, on a phone too; a challenge with one click.
    const match = await post(bob, base, '/matches', { game: 'levee', seats: ['me', 'me'] });
    await ann.reload();
    await row.getByText('friend', { exact: true }).waitFor();
    await ann.locator(`a[href="/m/${match.id}"]`).waitFor();
    await ann.setViewportSize(PHONE);
    await soon.ok(() => ann.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'it fits a phone');
    await accessible(ann, 'friends on a phone');
    await ann.goto(`${base}/lobby`);
    await ann.getByRole('link', { name: 'All friends' }).waitFor();
    await ann.getByRole('link', { name: 'Challenge bob' }).click();
    await ann.waitForURL(/\/new\/\w+\?seats=me,p:bob/);

    // Nobody follows a member who does not want it.
    await bob.goto(`${base}/account`);
    await bob.getByLabel('Let others follow me').uncheck();
    await bob.getByRole('button', { name: 'Save' }).first().click();
    await bob.getByText('Saved.').waitFor();
    await ann.goto(`${base}/friends`);
    await ann.getByText('You do not follow anyone yet.').waitFor();
    await ann.goto(`${base}/p/bob`);
    await ann.getByRole('button', { name: 'Block' }).waitFor();
    await ann.getByText('bob follows you.').waitFor();
    await soon.equal(() => ann.getByRole('button', { name: 'Follow', exact: true }).count(), 0);
  });
});
