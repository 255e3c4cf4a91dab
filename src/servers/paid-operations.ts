import { auditOperation } from '../paid/audit/operation.ts';
import { contentOperations } from '../paid/content/operations.ts';
import type { PaidOperation } from '../paid/operation.ts';
import { topUpOperation } from '../paid/top-ups/operation.ts';
import { offersUsdc } from '../social/wallet/top-ups/usdc.ts';
import { convertOperation } from './toolkit/convert-operation.ts';
import type { App } from '../platform/app.ts';

/** The paid operations at Plaza's origin, in the order of its documents. */
export const paidOperations = ({ config }: Pick<App, 'config'>): readonly PaidOperation[] => [
  ...(config.X402_CONTENT ? contentOperations : []),
  ...(config.SELL_TOOLS ? [convertOperation] : []),
  auditOperation,
  ...(offersUsdc(config) ? [topUpOperation] : []),
];
