import { Type } from 'typebox';
import { hours, minutes } from '../../kernel/time.ts';
import { Problem } from '../../kernel/problem.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { signInPath } from '../../platform/http/families/sign-in-path.ts';
import { refused } from '../../web/refused.ts';
import { approveClaim, denyClaim, findClaim } from './decide-claim.ts';
import { answeredView, claimView, codeFormView } from './views/claim-view.ts';

const Code = Type.String({ maxLength: 20, default: '' });

export const claimPages = [
  page({
    method: 'GET',
    path: '/claim',
    described: {
      summary: 'Approve an agent',
      description:
        'Open this URL in a browser. The page shows the signed-in person the agent and the permissions it requests. Opening it approves nothing.',
      tag: 'Agents',
    },
    access: 'anyone',
    limit: { by: ['address'], calls: 30, within: minutes(1), perDevice: { calls: 60, within: minutes(1) } },
    query: Type.Object({ code: Code }),
    handle: async ({ app, viewer, query, client }) => {
      if (!viewer) return redirect(signInPath(client.path));
      if (query.code === '') return codeFormView();
      try {
        return claimView(await findClaim(app, viewer, query.code), viewer);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { message, status } = error;
        return { ...codeFormView(refused(query, { field: 'code', message })), status };
      }
    },
  }),
  page({
    method: 'POST',
    path: '/claim',
    access: 'member',
    limit: { by: ['account', 'address'], calls: 30, within: hours(1) },
    body: Type.Object({ code: Code, answer: Type.Enum(['approve', 'deny']) }),
    handle: async ({ app, viewer, body }) => {
      const isApproved = body.answer === 'approve';
      const { agent } = await (isApproved ? approveClaim : denyClaim)(app, viewer, body.code);
      return answeredView(agent, isApproved);
    },
    again: ({ body }, problem) => codeFormView(refused({ code: body.code }, problem)),
  }),
];
