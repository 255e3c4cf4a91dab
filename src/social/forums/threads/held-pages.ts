import { Type } from 'typebox';
import { ById } from '../../../kernel/input.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { decideHeld } from '../moderating/decide-held.ts';

/** What waits for those who look after a forum is decided where it stands. */
export const heldPages = [
  page({
    method: 'POST',
    path: '/forums/moderate/posts/:id',
    access: 'member',
    params: ById,
    body: Type.Object({ decision: Type.Enum(['keep', 'remove']) }),
    handle: async ({ app, viewer, params, body }) => {
      const leadsTo = await decideHeld(app, viewer, params.id, body.decision);
      const text = body.decision === 'keep' ? 'Let through' : 'Taken away';
      return redirect(leadsTo, { kind: 'success', text });
    },
  }),
];
