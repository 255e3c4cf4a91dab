import { t } from '../../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../../kernel/input.ts';
import { invalid, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import type { FormState } from '../../../web/form.ts';
import type { View } from '../../../web/view.ts';
import { refused } from '../../../web/refused.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { listForOperator } from './list-for-operator.ts';
import { suspendPage, unsuspendPage } from './suspend-page.ts';
import { verifyPage } from './verification.ts';
import { operatorPagesView } from '../views/operator-view.ts';

const operator = pagesFor('operator');
const here = '/operator/member-pages';

const show = async (app: App, viewer: Viewer, q = '', state: FormState = {}): Promise<View> =>
  operatorPagesView(await listForOperator(app, viewer, q), q, state);

const said = () =>
  ({
    verify: t('Verified'),
    decline: t('Declined'),
    unverify: t('Verification removed'),
    suspend: t('Suspended'),
    unsuspend: t('Reinstate'),
  }) as const;

export const operatorSocialPages = [
  operator.get({
    path: here,
    query: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }),
    handle: ({ app, viewer, query }) => show(app, viewer, query.q),
  }),
  operator.post({
    path: here,
    body: Type.Object({
      id: Id,
      do: Type.Enum(['verify', 'decline', 'unverify', 'suspend', 'unsuspend']),
      reason: Type.String({ maxLength: 10_000, default: '' }),
      part: Type.String({ maxLength: 20, default: '' }),
    }),
    handle: async ({ app, viewer, body: { id, do: act, reason } }) => {
      if (act === 'suspend') await suspendPage(app, viewer, id, reason);
      else if (act === 'unsuspend') await unsuspendPage(app, viewer, id);
      else
        await verifyPage(app, viewer, id, {
          outcome: act === 'verify' ? 'verified' : act === 'decline' ? 'declined' : 'removed',
          answer: reason,
        }).catch((error: unknown) => {
          if (error instanceof Problem && error.field === 'answer') throw invalid('reason', error.message);
          throw error;
        });
      return redirect(here, { kind: 'success', text: said()[act] });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, '', refused(body, problem)),
  }),
];
