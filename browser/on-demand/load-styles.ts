import { element } from '../behaviors/dialogs.ts';

const loading = new Map<string, Promise<void>>();

/** Loads a style sheet that pages do not have from the start. Resolves when it applies. */
export function loadStyles(
  name: 'composer-dialog' | 'hover-card' | 'lightbox' | 'palette' | 'rich-text',
): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const link = element('link', '');
  link.rel = 'stylesheet';
  link.href = import.meta.resolve(`${name}.css`);
  const loaded = new Promise<void>((done, failed) => {
    link.addEventListener('load', () => done());
    link.addEventListener('error', () => {
      loading.delete(name);
      failed(new Error(`The styles “${name}” cannot be loaded`));
    });
  });
  loading.set(name, loaded);
  document.head.append(link);
  return loaded;
}
