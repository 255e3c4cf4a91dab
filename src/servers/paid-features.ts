import { auditPages } from '../paid/audit/pages.ts';
import { auditJobs, auditSections } from '../paid/audit/reports.ts';
import { auditOperation } from '../paid/audit/operation.ts';
import { signingPages } from '../paid/audit/signing.ts';
import { statementPages } from '../paid/quotes/pages.ts';
import { paidJobs } from '../paid/calls/reconcile-payments.ts';
import { catalogFeature } from '../paid/catalog.ts';
import { forumOperations } from '../paid/content/operations/forums.ts';
import { pageOperations } from '../paid/content/operations/pages.ts';
import { articleOperations, postOperations } from '../paid/content/operations/posts.ts';
import { profileOperations } from '../paid/content/operations/profiles.ts';
import { questionOperations } from '../paid/content/operations/questions.ts';
import { searchOperations } from '../paid/content/operations/search.ts';
import { trendingOperations } from '../paid/content/operations/trending.ts';
import { manifestFeature } from '../paid/manifest.ts';
import { paidOperation, type PaidOperation, fixed } from '../paid/operation.ts';
import { revenuePages } from '../paid/revenue/pages.ts';
import { salesFeature } from '../paid/sales.ts';
import { topUpOperation } from '../paid/wallet.ts';
import type { App } from '../platform/app.ts';
import type { Feature } from '../platform/feature.ts';
import { offersUsdc } from '../social/wallet/top-ups/usdc.ts';
import { UnitConversion, convertExample, ConvertInput } from '../toolkit/conversions/records.ts';
import { toolGroups } from './toolkit.ts';

/** Conversions have a path of their own, so that indexes of paid operations discover them. */
const convertOperation = paidOperation({
  path: '/api/toolkit/convert',
  title: 'Convert',
  summary: 'Convert between units, data sizes, times and colors',
  tag: 'Toolkit',
  price: fixed(),
  input: ConvertInput,
  output: UnitConversion,
  example: convertExample,
  fallback: convertExample.input,
  answer: async (_app, input) => {
    const { convert } = await import('../toolkit/conversions/convert.ts');
    return convert(input);
  },
});

/** Public content for sale, in the order of catalogs. */
export const contentOperations: readonly PaidOperation[] = [
  ...trendingOperations,
  ...searchOperations,
  ...postOperations,
  ...profileOperations,
  ...articleOperations,
  ...forumOperations,
  ...questionOperations,
  ...pageOperations,
];

/** The paid operations at Plaza's origin, in the order of its documents. */
export const paidOperations = ({ config }: Pick<App, 'config'>): readonly PaidOperation[] => [
  ...(config.X402_CONTENT ? contentOperations : []),
  ...(config.SELL_TOOLS ? [convertOperation] : []),
  auditOperation,
  ...(offersUsdc(config) ? [topUpOperation] : []),
];

/** Pages about paid calls, and their jobs. */
export const paidFeatures: readonly Feature[] = [
  catalogFeature(paidOperations),
  manifestFeature(paidOperations, toolGroups),
  { jobs: paidJobs },
  { pages: revenuePages },
  salesFeature,
  { pages: [...auditPages, ...signingPages, ...statementPages], jobs: auditJobs, archive: auditSections },
];
