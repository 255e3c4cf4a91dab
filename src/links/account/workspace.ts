import { Type } from 'typebox';
import { parseTimeZone, timeZones } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { endpoint, page, redirect } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { selectField } from '../../web/components/fields/choice-field.ts';
import { breadcrumbs } from '../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import { bind, form, type FormState, refused } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { Message } from '../owned/api.ts';
import { getTimeZone, setTimeZone } from '../owned/time-zone.ts';

const path = '/dashboard/workspace';

/** The settings of a workspace. */
export const workspaceSettingsPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    handle: ({ app, viewer }) => show(app, viewer),
  }),
  page({
    method: 'POST',
    path,
    verb: setTimeZone,
    access: 'member',
    body: Type.Object({ timezone: Type.String({ maxLength: 60, default: '' }) }),
    handle: async ({ app, viewer, body }) => {
      await setTimeZone(app, viewer, body.timezone);
      return redirect(path, { kind: 'success', text: t('Saved.') });
    },
    again: ({ app, viewer, body }, problem) => show(app, viewer, refused(body, problem)),
  }),
];

async function show(app: App, viewer: Viewer, state?: FormState): Promise<View> {
  const shown = state ?? {
    values: { timezone: parseTimeZone((await getTimeZone(app, viewer)) ?? '') ?? '' },
  };
  return {
    title: t('Workspace'),
    section: 'team',
    body: html`${pageHeader({
      title: t('Workspace'),
      above: breadcrumbs([{ label: t('Team'), href: '/dashboard/team' }, { label: t('Workspace') }]),
    })}
    ${form({
      action: path,
      state: shown,
      submit: t('Save'),
      busyLabel: t('Saving'),
      body: selectField({
        ...bind(shown)('timezone'),
        label: t('Time zone'),
        hint: t('Statistics and expiry dates are shown in this zone to everyone in the workspace.'),
        required: false,
        empty: t('The zone of each person'),
        choices: timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
      }),
    })}`,
  };
}

const tag = 'Workspace';
const timezone = Type.String({
  description:
    'IANA name such as Europe/Berlin, the zone of statistics and expiry dates. Blank: that of each reader',
});

export const workspaceRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/workspace',
    summary: 'Retrieve the settings of the workspace',
    description: 'Extension.',
    tag,
    access: 'member',
    returns: Answer({ timezone }),
    handle: async ({ app, viewer }) => ({
      timezone: parseTimeZone((await getTimeZone(app, viewer)) ?? '') ?? '',
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/workspace/update',
    verb: setTimeZone,
    summary: 'Update the settings of the workspace',
    description: 'Extension. For the owner of the workspace and its admins.',
    tag,
    access: 'member',
    body: Type.Object({ timezone }, { title: 'WorkspaceSettings' }),
    example: { timezone: 'Europe/Berlin' },
    returns: Message,
    handle: async ({ app, viewer, body }) => {
      await setTimeZone(app, viewer, body.timezone);
      return { message: 'Workspace updated' };
    },
  }),
];
