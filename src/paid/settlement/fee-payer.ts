import { isRecord } from '../../kernel/json.ts';
import { minutes, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { networksOf } from '../wire/payment-header.ts';
import { ask } from './facilitator.ts';

/** TTL of the facilitator's response, and the retry delay if it failed. */
const fresh = minutes(10);
const retryDelay = seconds(30);
/** How long the first quote waits for the response. */
const maxWait = seconds(2);

interface Known {
  feePayer: string | undefined;
  askAgainAt: number;
  asking: Promise<void> | undefined;
  /** Whether the first request has finished or timed out. */
  wasAsked: boolean;
}

const known = new WeakMap<App['config'], Known>();

/**
 * Returns the fee payer on Solana: the facilitator's latest response, or the setting until there is one.
 * Refreshed in the background, so that quotes work while the facilitator is down.
 */
export async function feePayerOf(app: FeeApp): Promise<string> {
  const state = stateOf(app);
  if (!state.wasAsked) await state.asking;
  return state.feePayer ?? app.config.X402_SOLANA_FEE_PAYER;
}

/** Returns the fee payer synchronously, or undefined during the first request to the facilitator. */
export function knownFeePayer(app: FeeApp): string | undefined {
  const { wasAsked, feePayer } = stateOf(app);
  return wasAsked ? (feePayer ?? app.config.X402_SOLANA_FEE_PAYER) : undefined;
}

type FeeApp = Pick<App, 'config' | 'outbound' | 'log'>;

function stateOf(app: FeeApp): Known {
  const state: Known = known.get(app.config) ?? {
    feePayer: undefined,
    askAgainAt: 0,
    asking: undefined,
    wasAsked: false,
  };
  known.set(app.config, state);
  if (!state.asking && state.askAgainAt <= performance.now()) {
    state.askAgainAt = performance.now() + retryDelay;
    state.asking = refresh(app, state).finally(() => {
      state.asking = undefined;
      state.wasAsked = true;
    });
  }
  return state;
}

async function refresh(app: FeeApp, state: Known): Promise<void> {
  const answer = await ask(app, 'GET', '/supported', maxWait);
  const found = answer && feePayerIn(answer, app.config);
  if (!found) return;
  state.feePayer = found;
  state.askAgainAt = performance.now() + fresh;
}

/** Returns `kinds[].extra.feePayer` of the offered network, preferably of version 2. */
function feePayerIn({ kinds }: Record<string, unknown>, config: App['config']): string | undefined {
  const network = networksOf(config).find(({ kind }) => kind === 'solana');
  const named = (Array.isArray(kinds) ? kinds : [])
    .filter(isRecord)
    .filter((kind) => kind.network === network?.id || kind.network === network?.name)
    .sort((a, b) => Number(b.x402Version) - Number(a.x402Version))
    .map(({ extra }) => (isRecord(extra) ? extra.feePayer : undefined));
  return named.find((each): each is string => typeof each === 'string' && each !== '');
}
