const heavy = /font-weight:\s*(?:bold|[6-9]00)/i;
const light = /font-weight:\s*(?:normal|[1-5]00)/i;
const slanted = /font-style:\s*italic/i;
const kept = ['href', 'src', 'alt', 'title', 'start', 'data-pm-slice', 'data-align', 'colspan'];

/**
 * The markup of another page or program without scripts, styles and attributes that the editor does not know. Word
 * processors mark bold and italic text by styles.
 */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const each of body.querySelectorAll('style, script, meta, link, title, template')) each.remove();
  for (const each of body.querySelectorAll('*')) {
    const style = each.getAttribute('style') ?? '';
    for (const { name } of [...each.attributes]) if (!kept.includes(name)) each.removeAttribute(name);
    if (each.localName === 'b' && light.test(style)) each.replaceWith(...each.childNodes);
    else if (/^(?:span|font)$/.test(each.localName)) {
      if (heavy.test(style)) wrapContent(each, 'strong');
      if (slanted.test(style)) wrapContent(each, 'em');
    }
  }
  return body.innerHTML;
}

function wrapContent(element: Element, name: string): void {
  const wrapper = element.ownerDocument.createElement(name);
  wrapper.append(...element.childNodes);
  element.append(wrapper);
}
