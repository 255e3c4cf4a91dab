import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { testWithDatabase } from '../app.ts';
import type { TestApp } from '../app.ts';
import type { Config } from '../../src/platform/settings/config.ts';
import { topUpOperation } from '../../src/paid/wallet.ts';
import { startFacilitator } from './facilitator.ts';
import type { Facilitator } from './facilitator.ts';
import { echo, numbers, paidServer } from './server.ts';

/** A server of paid calls with a fake facilitator. */
export interface Shop {
  app: TestApp;
  server: FastifyInstance;
  facilitator: Facilitator;
  /** Echoed texts. */
  answered: string[];
  ask: (url: string, headers?: Record<string, string>) => Promise<LightMyRequestResponse>;
  states: () => Promise<string[]>;
}

export function testShop(
  title: string,
  work: (shop: Shop) => Promise<void>,
  settings: Partial<Config> = {},
): void {
  testWithDatabase(title, async ({ app: shared }) => {
    const facilitator = await startFacilitator();
    const config = {
      ...shared.config,
      X402_FACILITATOR_URL: facilitator.url,
      X402_BASE_RPC_URL: `${facilitator.url}/base`,
      X402_SOLANA_RPC_URL: `${facilitator.url}/solana`,
      ...settings,
    };
    const app = { ...shared, config };
    const { operation, answered } = echo();
    const server = await paidServer(app, [operation, numbers(30), topUpOperation]);
    const ask = (url: string, headers = {}) => server.inject({ url, headers } as InjectOptions);
    const states = async () =>
      (await app.db.selectFrom('paid.payment').select('state').orderBy('id').execute()).map(
        ({ state }) => state,
      );
    try {
      await work({ app, server, facilitator, answered, ask, states });
    } finally {
      await server.close();
      await facilitator.stop();
    }
  });
}

/** Returns how often the facilitator verified and settled, and how many payments it charged. */
export const charges = ({ facilitator: { verified, settled, charged } }: Shop) => [
  verified,
  settled,
  charged.size,
];
