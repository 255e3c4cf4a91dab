import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import { tellOthers } from './tell-others.ts';

const digits = Type.String({ pattern: '^[0-9]{1,18}$' });

export const tellOthersJob = job(
  'social.tell-subscribers',
  Type.Object({
    kind: Type.Enum(['thread', 'answer']),
    postId: digits,
    saidId: digits,
    by: digits,
    after: digits,
  }),
  tellOthers,
);

export const subscriptionJobs = [tellOthersJob];
