// What opens an account beside its password, against the real server: the second factor.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { PASSWORD, PHONE, accessible, newMember, newPerson, post, startBrowser, startServer, steps, until } from './helper.mjs';

/** What an authenticator app shows now (RFC 6238). */
function totp(secret) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((c) => letters.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)));
  const digest = createHmac('sha1', key).update(step).digest();
  const at = digest[19] & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1000000).padStart(6, '0');
}

const sectionOf = (page, name) =>
  page.locator('section', { has: page.getByRole('heading', { name, exact: true }) });

test('what opens an account', async (t) => {
  const server = await startServer(t);
  const browser = await startBrowser(t);
  const base = server.url;
  const step = steps(t, browser);

  await step('a second factor: set up, asked for, used with a recovery code', async () => {
    const ida = await newMember(browser, base, 'ida');
    await ida.goto(`${base}/security`);
    const factor = sectionOf(ida, 'Second factor');
    await factor.getByLabel('Your password').fill(PASSWORD);
    await factor.getByRole('button', { name: 'Set up the second factor' }).click();
    await factor.getByRole('img', { name: /QR code/ }).waitFor();
    await accessible(ida, 'a second factor that is set up');
    await ida.setViewportSize(PHONE);
    await accessible(ida, 'a second factor that is set up, on a phone');
    const secret = await factor.getByLabel('Key for the app').inputValue();
    await factor.getByRole('textbox', { name: 'Code' }).fill('000');
    await factor.getByRole('button', { name: 'Turn it on' }).click();
    await factor.getByText(/The code is wrong/).waitFor();
    await factor.getByRole('textbox', { name: 'Code' }).fill(totp(secret));
    await factor.getByRole('button', { name: 'Turn it on' }).click();
    await factor.getByText('You have 10 recovery codes left').waitFor();
    const codes = (await factor.locator('.recovery-codes').textContent()).split('\n');
    assert.equal(codes.length, 10);
    await accessible(ida, 'recovery codes');

    const other = await newPerson(browser);
    await other.goto(`${base}/signin`);
    await other.getByLabel('Name').fill('ida');
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText('This account also needs a code').waitFor();
    await accessible(other, 'the second step of a sign-in');
    await other.getByRole('textbox', { name: 'Code' }).fill('aaaa-bbbb-cccc-dddd');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByText(/This code is wrong/).waitFor();
    await other.getByRole('textbox', { name: 'Code' }).fill(codes[4]);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.waitForURL('**/mine');
    await other.goto(`${base}/security`);
    await other.getByText('You have 9 recovery codes left').waitFor();
    await other.getByText('The password was right, but the code was wrong').waitFor();
    await other.getByLabel('I want to remove the second factor').check();
    const section = sectionOf(other, 'Second factor');
    await section.getByLabel('Your password').fill(PASSWORD);
    await section.getByRole('textbox', { name: 'Code' }).fill(codes[5]);
    await section.getByRole('button', { name: 'Remove it' }).click();
    await section.getByRole('button', { name: 'Set up the second factor' }).waitFor();
  });

  await step('a passkey is made, signs in without a password, and is removed', async () => {
    const local = base.replace('127.0.0.1', 'localhost'); // passkeys belong to a name
    const mia = await newPerson(browser);
    const debug = await mia.context().newCDPSession(mia);
    await debug.send('WebAuthn.enable');
    await debug.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await post(mia, local, '/signup', { name: 'mia', password: PASSWORD });
    await mia.goto(`${local}/security`);
    const section = sectionOf(mia, 'Passkeys');
    await section.getByLabel('Name of the new passkey').fill('my phone');
    await section.getByLabel('Your password').fill(PASSWORD);
    await section.getByRole('button', { name: 'Create a passkey' }).click();
    await section.getByText('never used').waitFor();
    await accessible(mia, 'passkeys');
    await post(mia, local, '/signout');
    await mia.goto(`${local}/signin`);
    await accessible(mia, 'signing in');
    await mia.getByRole('button', { name: 'Use a passkey' }).click();
    await mia.waitForURL('**/mine');
    await mia.goto(`${local}/security`);
    await mia.getByText('The passkey “my phone” was made').waitFor();
    await section.getByRole('button', { name: /Remove/ }).click();
    await section.getByLabel('Your password').fill(PASSWORD);
    await section.getByRole('button', { name: 'Remove the passkey' }).click();
    await mia.getByLabel('Name of the new passkey').waitFor();
    await until(mia, "!document.body.textContent.includes('last used')", 'the passkey is gone');
  });
});
