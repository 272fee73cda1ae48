// Passkeys in the browser: gives the server's request to the authenticator, and writes its answer in the
// form that the server reads (docs/api/accounts.md).
import { post } from '../core/net';

interface Challenge {
  challenge: string;
  rp_id: string;
  user?: { id: string; name: string };
}

export interface ShownPasskey {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
}

export interface MadePasskey {
  client_data: string;
  authenticator_data: string;
}

/** Algorithms of COSE: ECDSA with P-256, EdDSA, RSA. */
const ALGORITHMS = [-7, -8, -257];

/** Whether this browser has passkeys, here. */
export const passkeysWork = (): boolean => 'PublicKeyCredential' in window;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Asks the person for a passkey of this site. */
export async function showPasskey(): Promise<ShownPasskey> {
  const asked = await post<Challenge>('/passkeys/challenge');
  const shown = (await navigator.credentials.get({
    publicKey: {
      challenge: bytesOf(asked.challenge),
      rpId: asked.rp_id,
      userVerification: 'preferred',
    },
  })) as PublicKeyCredential;
  const answer = shown.response as AuthenticatorAssertionResponse;
  return {
    id: textOf(shown.rawId),
    client_data: textOf(answer.clientDataJSON),
    authenticator_data: textOf(answer.authenticatorData),
    signature: textOf(answer.signature),
  };
}

/** Makes a passkey for the account; those that it has already are not made again. */
export async function makePasskey(known: string[]): Promise<MadePasskey> {
  const asked = await post<Challenge>('/account/passkeys/challenge');
  const name = asked.user?.name ?? '';
  const made = (await navigator.credentials.create({
    publicKey: {
      challenge: bytesOf(asked.challenge),
      rp: { id: asked.rp_id, name: 'hoshi' },
      user: { id: bytesOf(asked.user?.id ?? ''), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: known.map((id) => ({ type: 'public-key' as const, id: bytesOf(id) })),
      attestation: 'none',
    },
  })) as PublicKeyCredential;
  const answer = made.response as AuthenticatorAttestationResponse;
  return {
    client_data: textOf(answer.clientDataJSON),
    authenticator_data: textOf(answer.getAuthenticatorData()),
  };
}
