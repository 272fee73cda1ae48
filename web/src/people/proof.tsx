// The proof that a sensitive action needs: the password again, and a code if the account has a second
// factor.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../i18n';
import { useStore } from '../core/env';
import { account } from '../core/people';
import { CodeField, PasswordField } from './sign';

export interface Proof {
  password: string;
  code: string;
  setPassword: (password: string) => void;
  setCode: (code: string) => void;
  /** For the body of a request. */
  body: { password: string; code?: string };
  clear: () => void;
}

export function useProof(): Proof {
  const known = useStore(account);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  return {
    password,
    code,
    setPassword,
    setCode,
    body: known?.second_factor === true ? { password, code } : { password },
    clear: () => {
      setPassword('');
      setCode('');
    },
  };
}

export function ProofFields({ proof, text }: { proof: Proof; text?: string }): JSX.Element {
  const known = useStore(account);
  return (
    <>
      <PasswordField
        text={text ?? t('account.confirm.password')}
        value={proof.password}
        set={proof.setPassword}
      />
      {known?.second_factor === true && <CodeField value={proof.code} set={proof.setCode} />}
    </>
  );
}
