import { Type } from 'typebox';
import { type Page, pagesFor, redirect } from '../../platform/http/endpoint.ts';
import type { Live } from './open-live.ts';

const member = pagesFor('member');
const digits = /^\d{1,15}$/;

/** The event stream of a signed-in person, shared by all tabs of a browser. */
export const livePages = (live: Live): readonly Page[] => [
  member.get({
    path: '/live',
    query: Type.Object({ after: Type.Optional(Type.String({ pattern: digits.source })) }),
    handle: ({ viewer, caller, query, client }) => {
      if (!client.accept.includes('text/event-stream')) return redirect('/');
      const { lastEventId = '' } = client;
      const after = digits.test(lastEventId) ? lastEventId : query.after;
      return {
        type: 'text/event-stream; charset=utf-8',
        body: live.open({
          viewer,
          sessionId: caller.sessionId,
          after: after === undefined ? undefined : Number(after),
        }),
        headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      };
    },
  }),
];
