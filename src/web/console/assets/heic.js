/** The pictures of many phones are HEIC. Browsers that can read them make a JPEG; others say before the upload what to do. */
const isHeic = ({ type, name }) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

document.addEventListener(
  'change',
  async (event) => {
    const input = event.target;
    if (input.type !== 'file' || ![...input.files].some(isHeic)) return;
    event.stopImmediatePropagation();
    const files = new DataTransfer();
    try {
      for (const file of input.files) files.items.add(isHeic(file) ? await toJpeg(file) : file);
    } catch {
      input.value = '';
      input.setCustomValidity('This browser can’t read HEIC pictures. Save the picture as JPEG and choose it again.');
      return input.reportValidity();
    }
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  },
  true,
);

async function toJpeg(file) {
  const bitmap = await createImageBitmap(file);
  const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
  canvas.getContext('2d').drawImage(bitmap, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('no canvas is that large');
  return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' });
}
