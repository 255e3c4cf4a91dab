import { minutes, seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { networksOf } from '../wire/network.ts';
import { isRecord } from '../wire/payment-header.ts';
import { ask } from './facilitator.ts';

/** How long the facilitator's answer counts, and how soon it is asked again when it gave none. */
const fresh = minutes(10);
const askAgain = seconds(30);
/** How long the first quote waits for it. */
const maxWait = seconds(2);

interface Known {
  feePayer: string | undefined;
  askAgainAt: number;
  asking: Promise<void> | undefined;
  /** Whether it was asked and has answered, or has not in time. */
  wasAsked: boolean;
}

const known = new WeakMap<App['config'], Known>();

/**
 * Who pays the fees on Solana: as the facilitator last said, or as the settings say until it does. It is asked again in the
 * background, so that quotes go out while it is away.
 */
export async function feePayerOf(app: FeeApp): Promise<string> {
  const state = stateOf(app);
  if (!state.wasAsked) await state.asking;
  return state.feePayer ?? app.config.X402_SOLANA_FEE_PAYER;
}

/** The same at once; undefined while the facilitator is asked for the first time. */
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
    state.askAgainAt = performance.now() + askAgain;
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

/** `kinds[].extra.feePayer` of the network that is offered, of version 2 if it is there. */
function feePayerIn({ kinds }: Record<string, unknown>, config: App['config']): string | undefined {
  const network = networksOf(config).find(({ kind }) => kind === 'solana');
  const named = (Array.isArray(kinds) ? kinds : [])
    .filter(isRecord)
    .filter((kind) => kind.network === network?.id || kind.network === network?.name)
    .sort((a, b) => Number(b.x402Version) - Number(a.x402Version))
    .map(({ extra }) => (isRecord(extra) ? extra.feePayer : undefined));
  return named.find((each): each is string => typeof each === 'string' && each !== '');
}
