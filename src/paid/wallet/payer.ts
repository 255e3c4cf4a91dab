import { t } from '../../kernel/translation/translate.ts';
import type { FastifyRequest } from 'fastify';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Identify } from '../../platform/http/family.ts';

/** The idempotency key of a wallet payment: the same key is the same payment. */
const walletHeader = 'x-wallet-payment';

/** The payer with their wallet and the idempotency key. */
export interface Payer {
  personId: string;
  key: string;
  /** The agent that pays on behalf of its member, with its daily spending limit. */
  agent: { id: string; name: string; dailySpending: bigint } | undefined;
}

/** Returns the payer of a wallet payment, or undefined without the header. The token must be valid. */
export async function findPayer(
  app: App,
  request: FastifyRequest,
  identify: Identify,
): Promise<Payer | undefined> {
  const key = request.headers[walletHeader];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\w.:-]{8,64}$/.test(key))
    throw invalid(
      walletHeader,
      t('The key must have 8 to 64 letters, digits, dots, colons, hyphens or underscores'),
    );
  if (app.config.CURRENCY !== 'USD')
    throw new Problem(
      'conflict',
      t('Calls are priced in dollars, but wallets on this site use another currency'),
      {
        code: 'wallet_unavailable',
      },
    );
  const { viewer, agent } = await identify(app, request, 'anyone');
  if (!viewer)
    throw new Problem(
      'unauthenticated',
      t('Send x-auth-token, or the access token of an agent, to pay from a wallet'),
    );
  if (!viewer.isActivated || viewer.isBeingDeleted)
    throw new Problem(
      'forbidden',
      t('This account cannot pay: its email address is not confirmed, or it is scheduled for deletion'),
    );
  if (!agent) return { personId: viewer.id, key, agent: undefined };
  const { id, publicId: name, dailySpending } = agent;
  if (dailySpending === undefined)
    throw new Problem(
      'forbidden',
      t('This agent is not allowed to spend. Its owner can set a spending limit under Settings > Agents.'),
      {
        code: 'agent_may_not_pay',
      },
    );
  return { personId: viewer.id, key, agent: { id, name, dailySpending } };
}
