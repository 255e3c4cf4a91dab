import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import { job } from '../../platform/jobs.ts';
import { notifyOthers } from './notify-others.ts';

export const notifyOthersJob = job(
  'social.notify-subscribers',
  Type.Object({
    kind: Type.Enum(['thread', 'answer']),
    postId: Id,
    replyId: Id,
    by: Id,
    after: Id,
  }),
  notifyOthers,
);

export const subscriptionJobs = [notifyOthersJob];
