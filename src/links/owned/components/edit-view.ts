import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { form, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

interface EditView {
  section: string;
  /** Such as "Edit campaign". */
  title: string;
  lead?: string;
  /** Label and URL of the list, such as "Campaigns". */
  list: { label: string; href: string };
  name: string;
  /** URL of the object's own page, if it has one. */
  address?: string;
  action: string;
  state: FormState;
  fields: Html;
}

/** The page for editing an object. */
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
