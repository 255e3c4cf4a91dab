import { newToken, tokenHash } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { cleanName } from '../../kernel/typed-text/clean-name.ts';
import { inTransaction, type Limit, verb } from '../../platform/app.ts';
import { type IssuedAssertion, claimLifetime, issueAssertion, newPublicId } from './assertion.ts';

/** Registrations and claims are rare. They are limited by address and by kind of device. */
export const registrationLimit: Limit = {
  by: ['address'],
  calls: ({ AGENT_REGISTRATION_LIMIT }) => AGENT_REGISTRATION_LIMIT,
  within: minutes(1),
  perDevice: { calls: ({ AGENT_REGISTRATION_LIMIT }) => 3 * AGENT_REGISTRATION_LIMIT, within: minutes(1) },
};

interface NewAgent {
  name: string;
  address: string;
  userAgent: string;
}

export interface Registered extends IssuedAssertion {
  registrationId: string;
  claimToken: string;
  claimExpires: Date;
}

/** Registers an unclaimed agent. Its claim token is shown only once. */
export const registerAgent = verb(
  { name: 'agents.register', who: 'anyone', limit: registrationLimit },
  async (app, given: NewAgent): Promise<Registered> => {
    const now = app.clock.now();
    const publicId = newPublicId('reg');
    // Signed before the transaction, because a key may have to be created.
    const assertion = await issueAssertion(app, { publicId });
    const claimToken = `clm_${newToken()}`;
    const claimExpires = new Date(now.getTime() + claimLifetime);
    await inTransaction(app, async (app) => {
      const { id } = await app.db
        .insertInto('agents.registration')
        .values({
          public_id: publicId,
          name: nameOf(given),
          address: given.address,
          user_agent: given.userAgent.slice(0, 300),
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto('agents.claim')
        .values({ registration_id: id, token_hash: tokenHash(claimToken), expires_at: claimExpires })
        .execute();
    });
    return { ...assertion, registrationId: publicId, claimToken, claimExpires };
  },
);

/** Returns the agent's name, or else the product in its user agent: `curl`. */
function nameOf({ name, userAgent }: NewAgent): string {
  const [product = ''] = userAgent.split('/', 1);
  return cleanName(name).slice(0, 60) || cleanName(product).slice(0, 60) || t('Unnamed agent');
}
