import { Type } from 'typebox';
import { seconds } from '../../../kernel/time.ts';
import { jobKind } from '../../../platform/jobs.ts';

/** Ends the ringing of a call once it has rung long enough. */
export const endCallRing = jobKind(
  'social.end-call-ring',
  Type.Object({ callId: Type.String(), conversationId: Type.String() }),
);

/** Tells the browsers of those who are away that somebody calls. */
export const pushCall = jobKind('social.push-call', Type.Object({ callId: Type.String() }));

/** A moment for open pages to show it first, and for calls by mistake. */
export const pushPause = seconds(2);
