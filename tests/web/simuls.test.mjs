// A simultaneous exhibition against the real server: its host opens it in the page, guests ask to play, the host
// accepts and starts, goes from board to board, and sees the score.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, newMember, newPerson, post, soon, startBrowser, startServer, steps } from './helper.mjs';

test('simultaneous exhibitions', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('from the form to the last result', async () => {
    const [host, ann, bob] = await Promise.all(
      ['host', 'ann', 'bob'].map((name) => newMember(browser, base, name)),
    );
    await host.goto(`${base}/tournaments`);
    await host.getByRole('link', { name: 'Simultaneous exhibitions' }).click();
    await accessible(host, 'no exhibitions');
    await host.getByRole('link', { name: 'Host an exhibition' }).click();
    await host.getByLabel('What guests should know').fill('Bring patience.');
    await accessible(host, 'the form of an exhibition');
    await host.getByRole('button', { name: 'Open the exhibition' }).click();
    await host.waitForURL(/\/simuls\/\d+$/);
    const url = host.url();
    const id = Number(url.split('/').pop());

    // The page tells a stranger who may play; two members ask; the host sees them without a reload.
    const stranger = await newPerson(browser);
    await stranger.goto(url);
    await stranger.getByText('Sign in as a member to ask for a board.').waitFor();
    await ann.goto(url);
    await ann.getByText('Bring patience.').waitFor();
    await ann.getByRole('button', { name: 'Ask to play' }).click();
    await ann.getByText('You have asked to play.').waitFor();
    await post(bob, base, `/simuls/${id}/join`);
    await host.getByRole('button', { name: 'Accept ann', exact: true }).click();
    await host.getByRole('button', { name: 'Do not accept ann' }).waitFor();
    await ann.getByText('The host has accepted you.').waitFor();
    await accessible(host, 'the guests of an exhibition');
    await host.getByRole('button', { name: 'Accept bob', exact: true }).click();
    await host.getByRole('button', { name: 'Start with the accepted guests' }).click();

    // The boards, the way to the next one, and the score.
    await host.getByText('host: 0 won, 0 drawn, 0 lost · Still playing: 2').waitFor();
    await host.getByRole('img', { name: 'Board against bob' }).waitFor();
    await accessible(host, 'the boards of an exhibition');
    await host.emulateMedia({ colorScheme: 'dark' });
    await soon.equal(() => host.locator('.simul-boards img').first().evaluate((e) => e.complete && e.naturalWidth > 0), true);
    const picture = await host.locator('.simul-boards img').first().screenshot();
    const white = await host.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const pixels = pen.getImageData(0, 0, image.width, image.height).data;
      let n = 0;
      for (let i = 0; i < pixels.length; i += 4) if (Math.min(pixels[i], pixels[i + 1], pixels[i + 2]) > 200) n++;
      return (4 * n) / pixels.length;
    }, picture.toString('base64'));
    assert.ok(white < 0.05, `${Math.round(100 * white)} % of a board is white by night`);
    await host.emulateMedia({ colorScheme: 'light' });
    await host.setViewportSize(PHONE);
    await accessible(host, 'the boards of an exhibition on a phone');
    await soon.equal(() => ann.getByRole('link', { name: 'Next board' }).count(), 0);
    await host.getByRole('link', { name: 'Next board' }).click();
    await host.waitForURL(/\/m\/\d+$/);
    const simul = await (await bob.request.get(`${base}/api/simuls/${id}`)).json();
    for (const guest of simul.guests) {
      const page = guest.player.name === 'ann' ? ann : bob;
      await post(page, base, `/matches/${guest.match}/abort`);
    }
    await ann.getByText('called off').first().waitFor();
    await ann.getByText('Finished', { exact: false }).first().waitFor();
  });
});
