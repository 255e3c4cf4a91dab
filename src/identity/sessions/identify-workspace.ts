import { t } from '../../kernel/translation/translate.ts';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Access } from '../../platform/http/endpoint.ts';
import { identifyPage } from './identify.ts';
import { findWorkspace } from '../team/find-workspace.ts';
import { isRead } from '../../platform/http/head-requests.ts';

/** Names the account whose workspace the browser is in. It proves nothing: membership is asked at every request. */
export const workspaceCookie = 'workspace';

/** Pages below the dashboard that are about the person: the account, its keys and secrets, its team and its data. */
const personal = /^\/dashboard\/(account|api|data|keys|plan|settings|team|webhooks)(\/|$)/;

const isOfWorkspace = (route: string): boolean => /^\/dashboard(\/|$)/.test(route) && !personal.test(route);

/**
 * Hop's pages: a member of another workspace acts there for its owner, without what the owner may do as an
 * operator. A viewer looks and changes nothing.
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
