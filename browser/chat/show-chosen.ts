/** Shows the files attached to the message. */
export function showAttachments(list: HTMLElement, files: readonly File[]): void {
  list.hidden = files.length === 0;
  list.replaceChildren(
    ...files.map((file) => {
      const item = document.createElement('li');
      if (file.type.startsWith('image/')) {
        const image = new Image();
        image.src = URL.createObjectURL(file);
        image.alt = '';
        // Most browsers do not show HEIC.
        image.addEventListener('error', () => image.remove());
        item.append(image);
      }
      item.append(file.name);
      return item;
    }),
  );
}
