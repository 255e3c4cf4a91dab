import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { job } from '../../platform/jobs.ts';
import { tellOthers } from './tell-others.ts';

export const tellOthersJob = job(
  'social.tell-subscribers',
  Type.Object({
    kind: Type.Enum(['thread', 'answer']),
    postId: Id,
    saidId: Id,
    by: Id,
    after: Id,
  }),
  tellOthers,
);

export const subscriptionJobs = [tellOthersJob];
