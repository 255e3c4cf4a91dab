import { DomUtils } from 'htmlparser2';

export type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

export interface Control {
  name: string;
  type: string;
  longest: number | undefined;
  /** What an untouched form sends, or for a choice whether it is chosen. */
  value: string;
  /** The choices of a list or of radio buttons. */
  choices: readonly string[];
}

export const elementsIn = (root: Parameters<typeof DomUtils.getElementsByTagName>[1]): Element[] =>
  DomUtils.getElementsByTagName('*', root);

/** The fields of a form, in their order. The radio buttons of a name are one field, and rows of a list are several. */
export function controlsOf(form: Element): Control[] {
  const controls: Control[] = [];
  for (const element of elementsIn(form).filter((each) => !isInTemplate(each))) {
    const { name: tag, attribs } = element;
    const { name, disabled, readonly } = attribs;
    const type = tag === 'input' ? (attribs.type ?? 'text') : tag;
    if (!name || disabled !== undefined || readonly !== undefined) continue;
    if (!['input', 'textarea', 'select'].includes(tag) || ['file', 'submit', 'image'].includes(type))
      continue;
    const known = type === 'radio' ? controls.find((each) => each.name === name) : undefined;
    const control = {
      name,
      type,
      longest: attribs.maxlength === undefined ? undefined : Number(attribs.maxlength),
      value: valueOf(element, known),
      choices:
        type === 'select'
          ? DomUtils.getElementsByTagName('option', element).map((option) => option.attribs.value ?? '')
          : [...(known?.choices ?? []), attribs.value ?? 'on'],
    };
    if (known) Object.assign(known, control);
    else controls.push(control);
  }
  return controls;
}

function isInTemplate(element: Element): boolean {
  for (let { parent } = element; parent; { parent } = parent)
    if ('name' in parent && parent.name === 'template') return true;
  return false;
}

function valueOf(element: Element, known?: Control): string {
  const { attribs } = element;
  if (element.name === 'textarea') return DomUtils.textContent(element).replace(/^\n/, '');
  if (element.name === 'select') {
    const options = DomUtils.getElementsByTagName('option', element);
    const chosen = options.find((option) => option.attribs.selected !== undefined) ?? options[0];
    return chosen?.attribs.value ?? '';
  }
  if (attribs.type === 'checkbox') return attribs.checked === undefined ? '' : (attribs.value ?? 'on');
  if (attribs.type === 'radio')
    return attribs.checked === undefined ? (known?.value ?? '') : (attribs.value ?? 'on');
  return attribs.value ?? '';
}
