// Lessons in a real browser, without a server: a step by mouse and by keyboard, refusals with their reason, a
// proof with its answer, progress that stays, the phone, axe.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  PHONE,
  axeViolations,
  clickPoint,
  load,
  newPerson,
  soon,
  startBrowser,
  startStatic,
  steps,
  until,
  wasmBytes,
} from './helper.mjs';

async function open(t, address, options) {
  const page = await newPerson(t.browser, options);
  await page.goto(t.base + address);
  await page.locator('.learn .board, .courses .board').first().waitFor();
  return page;
}

/** The answers of Levee's quiz, as the rules give them. */
async function quiz() {
  const { Rules } = await load('wasm/wasm.ts');
  const { holds } = await load('games/facts.ts');
  const { LESSONS } = await load('games/explain.ts');
  const rules = await Rules.load(await wasmBytes());
  return { answers: LESSONS.levee.quiz.map((q) => holds(rules, 0, q, q.fact)) };
}

const answer = (page) => page.locator('.learn-answer').textContent();

test('lessons', async (t) => {
  const base = await startStatic(t);
  const browser = await startBrowser(t);
  const step = steps(t, browser, { base, browser });

  await step('a wrong try names the rule, a right one leads on, and a reload keeps it', async (s) => {
    const page = await open(s, '/learn/palisade');
    await page.getByRole('heading', { name: 'Place a black stone.' }).waitFor();
    await clickPoint(page, 'b1');
    await soon.match(() => answer(page), /b1 is not allowed here \(P1\)/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await clickPoint(page, 'c3');
    await soon.match(() => answer(page), /Right/);
    await page.getByRole('link', { name: 'Next step' }).click();
    await page.getByRole('heading', { name: /Black may never play/ }).waitFor();
    await clickPoint(page, 'c3');
    await soon.match(() => answer(page), /c3 is allowed/);
    await page.goto(s.base + '/learn/palisade');
    await page.getByRole('heading', { name: /Black may never play/ }).waitFor();
    await soon.equal(() => page.locator('.step-n.finished').count(), 1);
  });

  await step('a capture takes the stones off the board', async (s) => {
    const page = await open(s, '/learn/palisade?step=capture');
    await soon.equal(() => page.locator('.learn-mark').count(), 4);
    await clickPoint(page, 'b4');
    await soon.match(() => answer(page), /Four stones taken/);
    await soon.equal(() => page.locator('.board [aria-label^="d5, white"]').count(), 0);
  });

  await step('a move that gives the win away is answered by the proof', async (s) => {
    const page = await open(s, '/learn/levee?step=double');
    await clickPoint(page, 'e5');
    await until(page, "document.querySelector('.learn-answer .refusal')", 'the answer');
    await soon.match(() => answer(page), /e5 gives the win away: Bottom–Top answers [a-e][1-5]/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await clickPoint(page, 'c2');
    await until(page, "document.querySelector('.learn-right')", 'the verdict');
  });

  await step('a stranger is told the aim, the sides and what the board shows', async (s) => {
    const page = await open(s, '/learn/levee');
    await soon.match(
      () => page.locator('.learn-beginning').textContent(),
      /The aim.*without a channel.*You are Bottom–Top.*the spring/,
    );
  });

  await step('a tap answers where a point is asked for, and nothing is played', async (s) => {
    const page = await open(s, '/learn/levee?step=edge');
    await clickPoint(page, 'a4');
    await soon.match(() => answer(page), /a4 is not such a point/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await clickPoint(page, 'a2');
    await soon.match(() => answer(page), /Right\. +a2 touches the wet point a3/);
    await soon.equal(() => page.locator('.board [aria-label^="a2, stone"]').count(), 0);
    // Nothing can be placed there at all.
    await page.goto(s.base + '/learn/redstone?step=closed');
    await clickPoint(page, 'a1');
    await soon.match(() => answer(page), /a1 has only red neighbours/);
  });

  await step('where both stones are legal, the choice decides', async (s) => {
    const page = await open(s, '/learn/redstone?step=choice');
    await clickPoint(page, 'b3');
    await page.locator('.stone-choice').getByRole('button', { name: 'Red' }).click();
    await soon.match(() => answer(page), /does not have three liberties/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await clickPoint(page, 'b3');
    await page.locator('.stone-choice').getByRole('button', { name: 'Black' }).click();
    await soon.match(() => answer(page), /The group has three liberties/);
  });

  await step('a point where only a red stone is legal is refused to an own stone', async (s) => {
    const page = await open(s, '/learn/redstone?step=liberties');
    await clickPoint(page, 'a2');
    await soon.match(() => answer(page), /Right/);
  });

  await step('the keyboard alone does a step', async (s) => {
    const page = await open(s, '/learn/levee?step=win');
    await page.keyboard.press('h');
    await soon.match(() => page.locator('.learn-turn').textContent(), /One gap is left/);
    await page.locator('.board [role=gridcell][tabindex="0"]').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await soon.match(() => answer(page), /Right/);
    await soon.equal(() => page.evaluate('document.activeElement.textContent'), 'Next step');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /one wet point left/ }).waitFor();
  });

  await step('the swap and the pass are done by their buttons', async (s) => {
    const page = await open(s, '/learn/redstone?step=swap');
    await page.getByRole('button', { name: /swap/i }).click();
    await soon.match(() => answer(page), /yours now/);
    await page.goto(s.base + '/learn/claims?step=pass');
    await page.getByRole('button', { name: 'Pass', exact: true }).click();
    await soon.match(() => answer(page), /Four squares/);
  });

  await step('the last step leads to the quiz, and the quiz to a first match', async (s) => {
    const page = await open(s, '/learn/levee?step=distance');
    await page.getByRole('button', { name: 'Show me' }).click();
    await page.getByRole('link', { name: 'To the quiz' }).click();
    const { answers } = await quiz();
    for (const [i, answer] of answers.entries()) {
      await page.getByText(`Question ${i + 1} of ${answers.length}`).waitFor();
      // The first answer is wrong: then the quiz is not passed.
      await page.getByRole('button', { name: String(i === 0 ? !answer : answer).replace(/^./, (c) => c.toUpperCase()) }).click();
      await soon.match(() => page.locator('.learn-answer').textContent(), i === 0 ? /^No: / : /^Right: /);
      await page.keyboard.press('Enter');
    }
    await page.getByRole('heading', { name: `${answers.length - 1} of ${answers.length} right` }).waitFor();
    await page.getByRole('button', { name: 'Take the quiz again' }).click();
    for (const answer of answers) {
      await page.getByRole('button', { name: answer ? 'True' : 'False' }).click();
      await page.keyboard.press('Enter');
    }
    await page.getByText('You know the rules of Levee.').waitFor();
    await soon.ok(() => page.evaluate("JSON.parse(localStorage['hoshi-learn']).includes('levee.quiz')"));
    await page.getByRole('link', { name: 'Play a first match' }).click();
    await until(page, "location.pathname === '/new/levee'", 'the form');
  });

  for (const address of ['/learn', '/learn/claims?step=attack', '/learn/redstone?step=liberties'])
    for (const [name, options] of [
      ['a desktop', {}],
      ['a phone', { viewport: PHONE, hasTouch: true }],
      ['a dark phone', { viewport: PHONE, colorScheme: 'dark' }],
    ])
      await step(`axe finds nothing at ${address} on ${name}, and nothing is cut off`, async (s) => {
        const page = await open(s, address, options);
        if (address.includes('liberties')) await clickPoint(page, 'a2');
        assert.deepEqual(await axeViolations(page), []);
        await soon.ok(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
        if (process.env.HOSHI_SHOTS)
          await page.screenshot({ path: `${process.env.HOSHI_SHOTS}/${name}${address.replace(/\W/g, '-')}.png` });
      });

  await step('lessons are in German and French, too', async (s) => {
    for (const [locale, heading] of [['de-DE', /Setze einen schwarzen/], ['fr-FR', /Posez/]]) {
      const page = await open(s, '/learn/palisade', { locale });
      await page.getByRole('heading', { name: heading }).waitFor();
    }
  });
});
