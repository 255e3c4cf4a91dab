import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { recheckDomains } from './recheck-domains.ts';

export const domainJobs = [
  job('links.recheck-domains', Type.Object({}), recheckDomains, { cron: '17 * * * *', runner: 'network' }),
];
