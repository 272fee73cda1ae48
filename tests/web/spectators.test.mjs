// Spectators against the real server: their names, their chat, and the players, who read it when the match is
// over.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

test('spectators', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('members see each other and write; players read it after the match', async () => {
    const [ann, bob, cat, dan] = await Promise.all(
      ['ann', 'bob', 'cat', 'dan'].map((name) => newMember(browser, base, name)),
    );
    const match = await post(ann, base, '/matches', { game: 'levee', width: 5, seats: ['me', { player: 'bob' }] });
    await post(bob, base, `/matches/${match.id}/accept`);
    const url = `${base}/m/${match.id}`;
    for (const page of [ann, cat, dan]) await page.goto(url);
    const room = (page) => page.getByRole('region', { name: 'Spectators' });

    // A spectator writes, another reads it at once.
    await room(dan).getByText('Nobody has written yet.').waitFor();
    await room(dan).getByRole('link', { name: 'cat' }).waitFor();
    await room(cat).getByLabel('Write to the other spectators').fill('White has the corner');
    await room(cat).getByRole('button', { name: 'Send' }).click();
    await room(dan).getByText('White has the corner').waitFor();
    await until(cat, "document.querySelector('.chat input').value === ''", 'the line is sent');
    await room(dan).getByText('The players can read this chat when the match is over.').waitFor();
    await accessible(dan, 'a match with spectators');
    await dan.setViewportSize(PHONE);
    await accessible(dan, 'a match with spectators on a phone');

    // The player sees who looks on, and nothing of what they write.
    const fold = room(ann);
    await fold.locator('summary').click();
    await fold.getByRole('link', { name: 'dan' }).waitFor();
    await fold.getByText('You can read the spectators’ chat when the match is over.').waitFor();
    await soon.equal(() => ann.getByText('White has the corner').count(), 0);

    // A stranger sees the names, and who may read.
    const stranger = await newPerson(browser);
    await stranger.goto(url);
    await room(stranger).getByText('Members who do not play in this match').waitFor();
    await soon.equal(() => stranger.getByText('White has the corner').count(), 0);

    await post(bob, base, `/matches/${match.id}/resign`);
    await fold.getByText('White has the corner').waitFor();
    await room(stranger).getByText('White has the corner').waitFor();
    await accessible(ann, 'a match with the chat of its spectators');
  });
});
