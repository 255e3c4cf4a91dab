import type { AccessKey } from '../../../identity/access-keys.ts';
import type { Workspace } from '../../../identity/team/members.ts';
import { t } from '../../../web/translation/translate.ts';
import { type Area, readOnly } from '../../../platform/http/scopes.ts';
import type { Config } from '../../../platform/settings/config.ts';
import {
  badge,
  card,
  emptyState,
  notice,
  pageHeader,
  table,
  relativeTime,
} from '../../../web/components/surfaces.ts';
import { button, linkButton, copyField } from '../../../web/components/controls.ts';
import { codeSample } from '../../../web/components/code-sample.ts';
import { radioGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { menu, menuButton } from '../../../web/components/navigation/menu.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import { type Link, shortAddress } from '../../link/link.ts';

interface ApiPage {
  config: Pick<Config, 'hopUrl'>;
  now: Date;
  keys: readonly AccessKey[];
  /** The key itself, shown only once. */
  shown: { id: string; key: string } | undefined;
  plan: { name: string };
  /** The newest link, for a working example. */
  newest: Pick<Link, 'domain' | 'alias'> | undefined;
}

/** API keys and how to use them. */
export function apiView(page: ApiPage): View {
  return {
    title: t('API & keys'),
    section: 'api',
    body: html`${pageHeader({
      title: t('API'),
      lead: t('Everything in the dashboard is available as a JSON API.'),
      actions: linkButton({ label: t('API reference'), href: '/api-docs', icon: 'book-open' }),
    })}
    ${page.shown && shownKey(page.shown.key)} ${keyCard(page)} ${samples(page)} ${bookmarklet(page)}`,
  };
}

function shownKey(key: string): Html {
  return card({
    title: t('Your key'),
    body: html`<div class="shown-key">
        ${copyField({ label: t('Key'), text: key })}
        ${button({ label: t('Copy key'), kind: 'primary', icon: 'copy', type: 'button', data: { 'data-copy': key } })}
      </div>
      ${notice({
        tone: 'warning',
        title: t('Copy it now'),
        body: html`<p>You won’t be able to see it again. Only a hash of it is stored.</p>`,
      })}`,
  });
}

function keyCard({ keys, shown, now }: ApiPage): Html {
  return card({
    title: t('Keys'),
    lead: t('Keys act on your behalf. Keep them out of web pages and public code, and use one per program.'),
    actions: linkButton({
      label: t('Create API key'),
      href: '/dashboard/api/keys/new',
      icon: 'plus',
      small: true,
    }),
    flush: true,
    body: table({
      caption: t('Your keys'),
      rows: keys,
      rowId: ({ id }) => `key-${id}`,
      columns: [
        { label: t('Name'), main: true, cell: ({ name }) => name },
        { label: t('Key'), cell: (key) => (key.id === shown?.id ? t('Shown once') : secret(key)) },
        { label: t('Workspace'), cell: ({ workspace }) => workspace ?? t('Your own') },
        { label: t('Permissions'), cell: ({ scopes }) => reach(scopes) },
        {
          label: t('Last used'),
          cell: ({ lastUsedAt }) => (lastUsedAt ? relativeTime(lastUsedAt, now) : t('Never')),
        },
        { label: t('Expires'), cell: ({ expiresAt }) => end(expiresAt, now) },
        { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
      ],
      empty: emptyState({
        illustration: 'quiet',
        title: t('No API keys'),
        text: t('Create one to use the API.'),
        action: linkButton({ label: t('Create API key'), href: '/dashboard/api/keys/new', kind: 'primary' }),
      }),
    }),
  });
}

function secret({ id, hint, isFresh }: AccessKey): Html {
  if (!isFresh) return html`ends in <code>${hint}</code>`;
  return form({
    action: `/dashboard/api/keys/${id}/show`,
    answersWithPage: true,
    body: html`<p>${button({ label: t('Show key'), kind: 'primary', icon: 'eye', small: true })}</p>`,
  });
}

function reach(scopes: readonly string[] | null): Html {
  if (scopes === null) return html`Full access`;
  if (scopes.includes(readOnly)) return html`Read-only`;
  return html`<span>${scopes.map((scope) => html`<code>${scope}</code> `)}</span>`;
}

function end(expiresAt: Date | null, now: Date): Html {
  if (!expiresAt) return html`Never`;
  return expiresAt <= now ? badge(t('Expired'), 'warning') : relativeTime(expiresAt, now);
}

function actions({ id, name }: AccessKey): Html {
  return menu({
    label: t('Actions for {name}', { name }),
    items: html`${menuButton({
      label: t('Regenerate'),
      to: `/dashboard/api/keys/${id}/renew`,
      icon: 'refresh-cw',
      answersWithPage: true,
      confirm: t('Regenerate “{name}”? The current key stops working immediately.', { name }),
    })}
    ${menuButton({
      label: t('Revoke'),
      to: `/dashboard/api/keys/${id}/revoke`,
      icon: 'trash-2',
      danger: true,
      confirm: t('Revoke “{name}”? Programs using it lose access immediately.', { name }),
    })}`,
  });
}

function samples({ config, shown, newest, plan }: ApiPage): Html {
  const { hopUrl } = config;
  const authorization = `-H "Authorization: Bearer ${shown?.key ?? 'YOUR_KEY'}"`;
  return card({
    title: t('Try it'),
    lead: html`Send the key in the header <code>Authorization</code>. Your plan is ${plan.name}; the headers
      <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Reset</code> of
      each response show your limit and what remains.`,
    body: html`${codeSample({
      title: t('Shorten a URL'),
      code: [
        `curl -X POST ${hopUrl}/api/url/add \\`,
        `  ${authorization} \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '{"url": "https://en.wikipedia.org/wiki/Grasshopper"}'`,
      ].join('\n'),
    })}
    ${codeSample({ title: t('List your links'), code: `curl "${hopUrl}/api/urls?order=click&limit=5" \\\n  ${authorization}` })}
    ${
      newest &&
      codeSample({
        title: t('Get a link’s statistics by its short URL'),
        code: `curl "${hopUrl}/api/urls?short=${shortAddress(config, newest)}" \\\n  ${authorization}`,
      })
    }`,
  });
}

/** A bookmark that opens the form of a new link with the page that is shown. Our own pages do not run it. */
function bookmarklet({ config }: ApiPage): Html {
  const to = `${config.hopUrl}/dashboard/links/new?url=`;
  const code = `javascript:void open('${to}'+encodeURIComponent(location.href))`;
  return card({
    title: t('Shorten from any page'),
    lead: t(
      'Drag the button to your bookmarks, or on a phone, copy the address below into a bookmark. On any page, it opens a new link with the address of that page.',
    ),
    body: html`<p>${linkButton({ label: t('Shorten this page'), href: code, icon: 'link' })}</p>
      ${copyField({ label: t('Address of the bookmark'), text: code })}`,
  });
}

/** The form for an API key: name, scopes and expiry. */
export function newKeyView(areas: readonly Area[], workspaces: readonly Workspace[], state: FormState): View {
  const field = bind(state);
  return {
    title: t('Create API key'),
    section: 'api',
    body: html`${pageHeader({
      title: t('Create API key'),
      above: breadcrumbs([{ label: t('API'), href: '/dashboard/api' }, { label: t('Create API key') }]),
    })}
    ${card({
      body: form({
        action: '/dashboard/api/keys',
        state,
        answersWithPage: true,
        submit: t('Create key'),
        busyLabel: t('Creating'),
        cancel: { label: t('Cancel'), href: '/dashboard/api' },
        body: html`${textField({
          ...field('name'),
          label: t('Name'),
          hint: t('Such as the program that uses it.'),
          maxlength: 100,
          autocomplete: 'off',
        })}
        ${
          workspaces.length > 0 &&
          selectField({
            ...field('workspace'),
            label: t('Workspace'),
            hint: t(
              'In a team’s workspace, the key has the permissions of your role and stops working when you leave the team.',
            ),
            empty: t('Your own'),
            choices: workspaces.map(({ id, name }) => ({ value: id, label: name })),
          })
        }
        ${radioGroup({
          ...field('reach'),
          label: t('Permissions'),
          choices: [
            {
              value: 'all',
              label: t('Full access'),
              hint: t('Everything you can do, except changing your email address and password.'),
            },
            {
              value: 'read',
              label: t('Read-only'),
              hint: t('Can view links, codes, pages and their statistics. Cannot change anything.'),
            },
            { value: 'chosen', label: t('Custom'), hint: t('Choose permissions for each resource.') },
          ],
        })}
        ${areaFields(areas, state)}
        ${textField({
          ...field('expires'),
          label: t('Expires'),
          hint: t('The key works until the end of this day (UTC). Leave empty for no expiry.'),
          type: 'date',
          required: false,
        })}`,
      }),
    })}`,
  };
}

const ways = () => [
  { value: '', label: t('No access') },
  { value: 'read', label: t('Read') },
  { value: 'write', label: t('Read and write') },
];

/** Visible when “Custom” is selected. */
function areaFields(areas: readonly Area[], state: FormState): Html {
  const field = bind(state);
  return html`<fieldset class="key-areas" ${attributes({ id: 'field-scopes' })}>
    <legend class="field-label">Custom permissions</legend>
    <p class="field-hint">
      “Read” lists and shows. “Read and write” also creates, updates and deletes. Permissions cannot be
      changed later.
    </p>
    ${state.errors?.scopes && html`<p class="field-error">${state.errors.scopes}</p>`}
    <div class="more-fields">
      ${areas.map(({ name, title }) =>
        selectField({ ...field(`may-${name}`), label: title, choices: ways() }),
      )}
    </div>
  </fieldset>`;
}
