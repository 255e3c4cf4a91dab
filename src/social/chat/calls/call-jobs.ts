import { Type } from 'typebox';
import { seconds } from '../../../kernel/time.ts';
import { jobKind } from '../../../platform/jobs.ts';

/** Ends the ringing of a call after the ring time. */
export const endCallRing = jobKind(
  'social.end-call-ring',
  Type.Object({ callId: Type.String(), conversationId: Type.String() }),
);

/** Sends a push notification of a call to members who are away. */
export const pushCall = jobKind('social.push-call', Type.Object({ callId: Type.String() }));

/**
 * Delay of push notifications, so that open pages show the call first and accidental calls are not pushed.
 */
export const pushDelay = seconds(2);
