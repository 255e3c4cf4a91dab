import { t } from '../../kernel/translation/translate.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Access } from '../../platform/verb.ts';
import { identifyPage } from './identify.ts';
import { findWorkspace } from '../team/find-workspace.ts';
import { isRead } from '../../platform/http/head-requests.ts';

/**
 * Names the account whose workspace the browser uses. It is not a credential: membership is checked on every
 * request.
 */
export const workspaceCookie = 'workspace';

/** Dashboard pages that are personal: the account, its keys and secrets, its team and its data. */
const personal = /^\/dashboard\/(account|api|data|keys|plan|settings|team|webhooks)(\/|$)/;

const isOfWorkspace = (route: string): boolean => /^\/dashboard(\/|$)/.test(route) && !personal.test(route);

/**
 * Identifies requests to Hop's pages: a member of another workspace acts for its owner there, without the
 * owner's operator permissions. The workspace role `viewer` is read-only.
 */
export async function identifyInWorkspace(
  app: App,
  request: FastifyRequest,
  access: Access,
): Promise<Caller> {
  const caller = await identifyPage(app, request, access);
  const ownerId = request.cookies[workspaceCookie];
  const member = caller.viewer;
  if (!member || ownerId === undefined || !isOfWorkspace(request.routeOptions.url ?? '')) return caller;
  const workspace = await findWorkspace(app, ownerId, member.id);
  if (!workspace) return caller;
  const { owner, role } = workspace;
  if (role === 'viewer' && !isRead(request))
    throw new Problem(
      'forbidden',
      t('You have read-only access to the workspace of {name}', { name: owner.name }),
    );
  return { ...caller, viewer: owner, workspace: { member, role } };
}
