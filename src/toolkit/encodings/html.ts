/** Reads metadata from the head of a page. */
export async function getMeta(html: string) {
  const { Parser } = await import('htmlparser2');
  const tags: { name: string; content: string }[] = [];
  let title = '';
  let isInTitle = false;
  const parser = new Parser({
    onopentag: (name, { content, name: key, property, rel, href }) => {
      if (name === 'title' && title === '') isInTitle = true;
      if (name === 'meta' && content !== undefined && (key ?? property) && tags.length < 500)
        tags.push({ name: (property ?? key ?? '').slice(0, 200), content: content.slice(0, 2000) });
      if (name === 'link' && rel === 'canonical' && href) tags.push({ name: 'canonical', content: href });
    },
    ontext: (text) => {
      if (isInTitle && title.length < 2000) title += text;
    },
    onclosetag: (name) => {
      if (name === 'title') isInTitle = false;
    },
  });
  parser.end(html);
  const description = tags.find(({ name }) => name === 'description' || name === 'og:description');
  return { title: title.trim(), description: description?.content ?? '', tags };
}
