import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../../kernel/input.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { decideHeld } from '../moderating/decide-held.ts';

const member = pagesFor('member');

/** Pages for forum moderators to decide about held posts in place. */
export const heldPages = [
  member.post({
    path: '/forums/moderate/posts/:id',
    params: ById,
    body: Type.Object({ decision: Type.Enum(['approve', 'remove']) }),
    handle: async ({ app, viewer, params, body }) => {
      const targetId = await decideHeld(app, viewer, params.id, body.decision);
      const text = body.decision === 'approve' ? t('Approved') : t('Removed');
      return redirect(targetId, { kind: 'success', text });
    },
  }),
];
