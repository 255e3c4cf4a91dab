import type { Member, TeamRole } from '../../identity/team/members.ts';
import { t } from '../../web/translation/translate.ts';
import type { WorkspaceRights } from '../../platform/app.ts';
import { checkboxGroup, radioGroup } from '../../web/components/fields/choice-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { type MenuEntry, menuList, type RowMenu, rowMenu } from '../../web/components/navigation/row-menu.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import { form, type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';

export interface RightsPage {
  state: FormState;
  /** Only the owner decides about admins. */
  isOwner: boolean;
  /** The domains of the workspace. */
  domains: readonly { value: string; label: string }[];
}

export const roles = (): Readonly<Record<TeamRole, { label: string; hint: string }>> => ({
  admin: { label: t('Admin'), hint: t('Can also manage domains, consent and the team.') },
  editor: { label: t('Editor'), hint: t('Can create, edit and delete links and related items.') },
  viewer: { label: t('Viewer'), hint: t('Can view links and statistics.') },
});

const entries = () =>
  ({
    edit: { label: t('Edit role'), icon: 'pencil', href: '/dashboard/team/{id}' },
    remove: {
      label: t('Remove'),
      icon: 'trash-2',
      to: '/dashboard/team/{id}/remove',
      danger: true,
      confirm: t('Remove {name}? They lose access immediately. Links they created remain.', {
        name: '{name}',
      }),
    },
  }) as const satisfies Record<string, MenuEntry>;

/** The menu of all members, loaded at first use. */
export const membersMenu = (): Html => rowMenu(entries(), true);

export const memberActs = ({ id, name }: Pick<Member, 'id' | 'name'>): RowMenu<'edit' | 'remove'> => ({
  label: t('Actions for {name}', { name }),
  href: `/dashboard/team/${id}/menu`,
  entries: ['edit', 'remove'],
  values: { 'data-id': id, 'data-name': name },
});

const above = (name: string) => breadcrumbs([{ label: t('Team'), href: '/dashboard/team' }, { label: name }]);

/** The menu of a member as a page, for readers without scripts. */
export const memberMenuView = (member: Pick<Member, 'id' | 'name'>): View => ({
  title: t('Actions for {name}', { name: member.name }),
  section: 'team',
  body: html`${pageHeader({ title: t('Actions for {name}', { name: member.name }), above: above(member.name) })}
  ${menuList(entries(), memberActs(member))}`,
});

/** The role of a member, and the domains on which they may change something. */
export const memberView = ({ member, ...page }: RightsPage & { member: Member }): View => ({
  title: t('Edit {name}', { name: member.name }),
  section: 'team',
  body: html`${pageHeader({ title: member.name, lead: `@${member.username}`, above: above(member.name) })}
  ${form({
    action: `/dashboard/team/${member.id}/role`,
    state: page.state,
    submit: t('Save'),
    busyLabel: t('Saving'),
    cancel: { label: t('Cancel'), href: '/dashboard/team' },
    body: rightsFields(page, member),
  })}`,
});

/** The fields of rights: those that were typed, or those of a member. */
export function rightsFields({ state, isOwner, domains }: RightsPage, member?: WorkspaceRights): Html {
  const given = state.values ?? {};
  const chosen = member?.domains?.map((host) => (host === '' ? 'default' : host)) ?? [];
  return html`${radioGroup({
    name: 'role',
    label: t('Role'),
    value: given.role ?? member?.role ?? 'editor',
    choices: Object.entries(roles())
      .filter(([value]) => isOwner || value !== 'admin' || member?.role === 'admin')
      .map(([value, { label, hint }]) => ({ value, label, hint })),
  })}
  ${radioGroup({
    name: 'scope',
    label: t('Domains of editors'),
    value: given.scope ?? (member?.domains ? 'some' : 'all'),
    choices: [
      { value: 'all', label: t('All domains') },
      { value: 'some', label: t('Selected domains'), hint: t('Links on others can be viewed.') },
    ],
  })}
  ${checkboxGroup({
    name: 'domains[]',
    label: t('Selected domains'),
    values: given.domains?.split(',') ?? chosen,
    choices: domains,
    ...(state.errors?.domains && { error: state.errors.domains }),
  })}`;
}
