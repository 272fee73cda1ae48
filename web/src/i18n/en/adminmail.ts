// English for the administrator's panel about mail.
export const adminmailEn = {
  title: 'Mail',
  none: 'This server sends and receives no mail.',
  address: 'The server plays by e-mail as {address}.',
  in: 'Mailbox',
  out: 'Sending',
  consent: 'Consent of the mailbox’s owner',
  fault: 'does not work: {fault}',
  untried: 'not tried yet',
  well: 'works (last: {date})',
  pipe: 'Mails come from a mail server or a webhook, not from a mailbox.',
  received: 'The test mail came back: {date}. Mail works in both directions.',
  waits: 'The test mail is on its way…',
  lost: 'The test mail has not come back. Look at the lines above and at the log of the server.',
  test: 'Send a test mail',
  help: 'The address, the provider and the sign-in are set on the machine of the server:',
};
