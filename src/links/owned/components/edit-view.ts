import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

interface EditView {
  section: string;
  /** "Edit campaign" */
  title: string;
  lead?: string;
  /** The list that it is in: "Campaigns", and where that is. */
  list: { label: string; href: string };
  name: string;
  /** Its own page, where it has one. */
  address?: string;
  action: string;
  state: FormState;
  fields: Html;
}

/** The page on which something is changed. */
export const editView = (page: EditView): View => ({
  title: t('Edit {name}', { name: page.name }),
  section: page.section,
  body: html`${pageHeader({
    title: page.title,
    ...(page.lead && { lead: page.lead }),
    above: breadcrumbs([
      page.list,
      ...(page.address
        ? [{ label: page.name, href: page.address }, { label: t('Edit') }]
        : [{ label: page.name }]),
    ]),
  })}
  ${form({
    action: page.action,
    state: page.state,
    submit: t('Save'),
    busyLabel: t('Saving'),
    cancel: { label: t('Cancel'), href: page.address ?? page.list.href },
    body: page.fields,
  })}`,
});
