// Teams against the real server: made, found, joined, asked for, run by their owner; the chat and the members
// without a reload; on a phone, in the dark, with the keyboard, in three languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PHONE, accessible, newMember, newPerson, post, soon, startBrowser, startServer, steps, until } from './helper.mjs';

test('teams', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);
  const chat = (page) => page.locator('.team-chat');
  const say = async (page, text) => {
    await chat(page).getByLabel('Message').fill(text);
    await page.keyboard.press('Enter');
  };
  const row = (page, name) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

  await step('a team is made, found, joined, run by its owner and deleted', async () => {
    const ann = await newMember(browser, base, 'ann');
    const bob = await newMember(browser, base, 'bob');
    // A member makes a team, and a stranger finds it.
    await ann.goto(`${base}/friends`);
    await ann.getByRole('link', { name: 'Teams' }).click();
    await ann.getByText('You are not in a team yet.').waitFor();
    await ann.getByText('There are no teams yet.').waitFor();
    await ann.getByLabel('Name of the team').fill(' Night  Owls ');
    await ann.getByLabel('About the team').fill('We play after midnight.');
    await ann.getByRole('button', { name: 'Create team' }).click();
    await ann.getByRole('heading', { name: 'Night Owls', level: 1 }).waitFor();
    const address = new URL(ann.url()).pathname;
    await accessible(ann, 'a team of ours');
    const page = await newPerson(browser);
    await page.goto(`${base}/teams`);
    await page.getByRole('searchbox').fill('owls');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Night Owls' }).waitFor();
    await accessible(page, 'teams');
    await page.getByRole('searchbox').fill('larks');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('There is no such team.').waitFor();
    await page.goto(base + address);
    await page.getByText('We play after midnight.').waitFor();
    await page.getByText('Only members of the team can read its chat and write in it.').waitFor();
    await accessible(page, 'a team, seen by a stranger');
    await page.goto(`${base}/teams/999`);
    await page.getByRole('heading', { name: 'There is no such team.' }).waitFor();

    // Another member joins, and they chat without a reload.
    await bob.goto(base + address);
    await bob.getByRole('button', { name: 'Join' }).click();
    await bob.getByRole('button', { name: 'Leave team' }).waitFor();
    await row(ann, 'bob').waitFor();
    await say(ann, 'Welcome, bob.');
    await chat(bob).getByText('Welcome, bob.').waitFor();
    await say(bob, 'Good night.');
    await chat(ann).getByText('Good night.').waitFor();
    await until(bob, "document.querySelector('.team-chat input').value === ''", 'the field is empty');
    const members = `fetch('/api${address}/members').then((a) => a.json()).then((a) => a.members)`;
    await until(ann, `${members}.then((list) => list.every((m) => m.online))`, 'both are online');
    await ann.reload();
    await row(ann, 'bob').locator('.here-now').waitFor();
    await bob.getByRole('button', { name: ': Welcome, bob.' }).waitFor();
    await ann.getByRole('button', { name: 'Remove line: Good night.' }).click();
    await chat(bob).getByText('(removed)').waitFor();
    await accessible(bob, 'a team with its chat');
    await bob.setViewportSize(PHONE);
    await soon.ok(() => bob.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'it fits a phone');
    await accessible(bob, 'a team on a phone');
    await bob.goto(`${base}/teams`);
    await bob.getByText('2 members · Open to all members').first().waitFor();
    await soon.ok(() => bob.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'the list fits a phone');
    await bob.goto(`${base}/p/ann`);
    await bob.getByRole('link', { name: 'Night Owls' }).click();
    await bob.getByRole('heading', { name: 'Night Owls', level: 1 }).waitFor();

    // The owner changes the team, decides requests and removes members.
    await ann.getByText('Edit team').click();
    await ann.getByLabel('Who may join').selectOption('request');
    await ann.getByRole('button', { name: 'Save' }).click();
    await ann.getByText('Saved.').waitFor();
    await bob.getByText('By request').waitFor(); // without a reload
    await row(ann, 'bob').getByRole('button', { name: 'Remove bob from the team' }).click();
    await bob.getByRole('button', { name: 'Ask to join' }).waitFor();
    await bob.getByText('Only members of the team can read its chat and write in it.').waitFor();
    await soon.equal(() => chat(bob).getByText('Welcome, bob.').count(), 0);
    await bob.getByRole('button', { name: 'Ask to join' }).click();
    await bob.getByText('You have asked to join.').waitFor();
    await ann.getByRole('button', { name: 'Accept bob' }).click();
    await ann.getByRole('button', { name: 'Make bob an owner' }).click();
    await bob.reload();
    await bob.getByText('Edit team').waitFor();
    await accessible(bob, 'a team that we own, on a phone');
    // The last owner cannot leave.
    await bob.getByRole('button', { name: 'Leave team' }).click();
    await bob.getByRole('button', { name: 'Ask to join' }).waitFor();
    await ann.getByRole('button', { name: 'Leave team' }).click();
    await ann.getByText('You are the only owner.').waitFor();

    // A tournament of the team, offered where tournaments are made.
    await ann.getByRole('link', { name: 'New tournament' }).click();
    await ann.getByLabel('Name').fill('Midnight');
    await soon.equal(() => ann.getByLabel('Who may take part').locator('option:checked').textContent(), 'Night Owls');
    await accessible(ann, 'a new tournament of a team');
    await ann.getByRole('button', { name: 'Create' }).click();
    await ann.getByRole('heading', { name: 'Midnight' }).waitFor();
    await bob.goto(ann.url());
    await bob.getByRole('button', { name: 'Take part' }).click();
    await bob.getByText('This tournament is for members of a team that you are not in.').waitFor();
    await ann.getByRole('link', { name: 'For members of Night Owls' }).click();
    await ann.getByRole('link', { name: 'Midnight' }).waitFor();
    await accessible(ann, 'a team with a tournament');

    // The texts are in German and French, and the team can be deleted.
    await post(bob, base, `${address}/join`, {});
    for (const [lang, words] of [
      ['de', ['Beitrittsanfragen', 'Team bearbeiten']],
      ['fr', ['Demandes d’adhésion', 'Modifier l’équipe']],
      ['en', ['Requests to join', 'Edit team']],
    ]) {
      await ann.evaluate(`localStorage.setItem('hoshi-settings', '{"language":"${lang}"}')`);
      await ann.reload();
      for (const word of words) await ann.getByText(word, { exact: true }).first().waitFor();
    }
    await ann.getByText('Edit team').click();
    const end = ann.getByRole('button', { name: 'Delete team' });
    await soon.ok(() => end.isDisabled());
    await ann.getByLabel('Type its name to confirm.').fill('Night Owls');
    await end.click();
    await ann.waitForURL(`${base}/teams`);
    await ann.getByText('There are no teams yet.').waitFor();
  });
});
