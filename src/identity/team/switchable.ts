import type { App } from '../../platform/app.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { t } from '../../kernel/translation/translate.ts';
import { listWorkspaces } from './members.ts';

/** The workspaces that the viewer can switch between, their own first. */
export async function listSwitchableWorkspaces(app: Pick<App, 'db'>, caller: Caller) {
  const person = caller.workspace?.member ?? caller.viewer;
  if (!person) return [];
  const others = await listWorkspaces(app, person.id);
  const own = { id: person.id, name: person.name, role: 'own' as const };
  return [own, ...others].map(({ id, name, role }) => ({
    id,
    name,
    role: roleNames()[role],
    isCurrent: id === caller.viewer?.id,
  }));
}

const roleNames = () => ({ own: t('Your own'), editor: t('Editor'), viewer: t('Viewer') });
