import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { createHmac } from 'node:crypto';
import { invalid, missing, Problem, type Message, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { mailAccount } from '../account/email.ts';
import { removeMethod } from '../providers/last-method.ts';
import type { Config } from '../../platform/settings/config.ts';
import { consumeChallenge, createPasskeyChallenge, parseRegistration } from './challenge.ts';

/** A passkey of an account. */
export interface Passkey {
  id: string;
  name: string;
  /** The host the passkey works on. */
  host: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The origin at which a passkey is created or used. Browsers do not offer it elsewhere. */
export interface PasskeyOrigin {
  origin: string;
  host: string;
}

export function passkeyOrigin(config: Config, service: 'plazaUrl' | 'hopUrl'): PasskeyOrigin {
  const { origin, hostname } = new URL(config[service]);
  return { origin, host: hostname };
}

/** The user handle of an account. It reveals nothing and never changes. */
export const userHandle = ({ config }: Pick<App, 'config'>, accountId: string) =>
  createHmac('sha256', config.secretKey).update(`passkeys of ${accountId}`).digest();

const selectPasskeys = ({ db }: App, accountId: string) =>
  db
    .selectFrom('identity.passkey')
    .select(['id', 'name', 'host', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId);

/** The viewer's passkeys, oldest first. */
export const listPasskeys = (app: App, viewer: Pick<Viewer, 'id'>): Promise<Passkey[]> =>
  selectPasskeys(app, viewer.id).orderBy('id').execute();

export async function getPasskey(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<Passkey> {
  const found = await selectPasskeys(app, viewer.id).where('id', '=', id).executeTakeFirst();
  if (!found) throw missing(msg('Passkey'));
  return found;
}

const maxPasskeys = 20;

/** Options for creating a passkey. The caller has verified the password. */
export const beginPasskey = verb(
  { name: 'passkeys.begin', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id' | 'username' | 'name'>,
    given: string,
    place: PasskeyOrigin,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> => {
    const name = given.trim() || 'Passkey';
    if (name.length > 60) throw invalid('name', msg('At most 60 characters'));
    const known = await app.db
      .selectFrom('identity.passkey')
      .select(['credential_id', 'transports', 'host'])
      .where('account_id', '=', viewer.id)
      .execute();
    if (known.length >= maxPasskeys)
      throw new Problem('forbidden', msg('You already have {length} passkeys', { length: known.length }));
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const challenge = await createPasskeyChallenge(app, place, { accountId: viewer.id, name });
    return generateRegistrationOptions({
      rpName: 'Plaza',
      rpID: place.host,
      userName: viewer.username,
      userDisplayName: viewer.name,
      userID: new Uint8Array(userHandle(app, viewer.id)),
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      attestationType: 'none',
      excludeCredentials: known
        .filter(({ host }) => host === place.host)
        .map(({ credential_id }) => ({ id: credential_id })),
      // The passkey also replaces the password, so the device must store the account and verify its owner.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  },
);

/** Stores the public key of a passkey that the browser created. */
export const addPasskey = verb(
  { name: 'passkeys.add', who: 'member' },
  async (
    app,
    viewer: Pick<Viewer, 'id'>,
    created: string,
    place: PasskeyOrigin,
  ): Promise<{ name: string }> => {
    const given = parseRegistration(created);
    const asked = given && (await consumeChallenge(app, place, given.challenge, viewer.id));
    if (!given || !asked) throw refusal();
    const { id, publicKey, counter, transports = [] } = await check(given, place);
    return inTransaction(app, async (app) => {
      await app.db
        .insertInto('identity.passkey')
        .values({
          account_id: viewer.id,
          credential_id: id,
          public_key: Buffer.from(publicKey),
          counter: String(counter),
          transports: [...transports],
          host: place.host,
          name: asked.name,
          created_at: app.clock.now(),
        })
        .execute()
        .catch((error: unknown) => {
          if (isDuplicate(error, 'passkey_credential_id_key'))
            throw new Problem('conflict', msg('This passkey is already registered'), { field: 'credential' });
          throw error;
        });
      await mailPasskeyChange(app, viewer.id, msg('The passkey “{name}” was added', { name: asked.name }));
      return asked;
    });
  },
);

async function check(
  { credential, challenge }: { credential: RegistrationResponseJSON; challenge: string },
  { origin, host }: PasskeyOrigin,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw refusal(cause);
  });
  if (!registrationInfo) throw refusal();
  return registrationInfo.credential;
}

const refusal = (cause?: unknown) =>
  new Problem('invalid', msg('The passkey could not be created. Try again.'), { field: 'credential', cause });

/** Removes a passkey, unless the account could then not sign in anymore. The caller has verified the password. */
export const removePasskey = verb(
  { name: 'passkeys.remove', who: 'member' },
  async (app, viewer: Pick<Viewer, 'id'>, id: string) => {
    await inTransaction(app, async (app) => {
      const gone = await removeMethod(app, viewer.id, ({ db }) =>
        db
          .deleteFrom('identity.passkey')
          .where('id', '=', id)
          .where('account_id', '=', viewer.id)
          .returning('name')
          .executeTakeFirst(),
      );
      if (!gone) throw missing(msg('Passkey'));
      await mailPasskeyChange(app, viewer.id, msg('The passkey “{name}” was removed', { name: gone.name }));
    });
  },
);

/** Notifies the owner by email that a sign-in method was added or removed, in case someone else did it. */
const mailPasskeyChange = (app: App, accountId: string, what: Message): Promise<void> =>
  mailAccount(app, accountId, () => ({
    subject: t(what),
    text: t(
      '{what} at {plazaUrl}.\n\nIf this was not you, reset your password at {plazaUrl}/forgot, and review your passkeys at\n{plazaUrl}/settings/passkeys.',
      { what: t(what), plazaUrl: app.config.plazaUrl },
    ),
  }));
