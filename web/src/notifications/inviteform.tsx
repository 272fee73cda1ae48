// Inviting a member by name, to a team or to a tournament.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { Field, Form } from '../parts/form';
import { post } from '../core/net';
import { qt, useRequestsWords } from './requestswords';

/** `path`: of the team or tournament on the server. */
export function InviteForm({ path }: { path: string }): JSX.Element | null {
  const ready = useRequestsWords();
  const [name, setName] = useState('');
  if (!ready) return null;
  const send = async (): Promise<string> => {
    await post(`${path}/invite`, { player: name.trim() });
    const said = qt('invite.sent', { name: name.trim() });
    setName('');
    return said;
  };
  return (
    <details class="panel invite">
      <summary>{qt('invite')}</summary>
      <Form onSubmit={send} action={qt('invite.do')}>
        <Field text={qt('invite.name')} value={name} set={setName} maxLength={40} />
      </Form>
    </details>
  );
}
