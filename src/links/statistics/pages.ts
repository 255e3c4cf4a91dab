import { accountPages } from './account-pages.ts';
import { linkStatisticsPages } from './link-pages.ts';
import { statisticsPublicPages } from './public-pages.ts';

export const statisticsPages = [...accountPages, ...linkStatisticsPages, ...statisticsPublicPages];
