/** The pictures of many phones are HEIC. Browsers that can read them make a JPEG; others say before the upload what to do. */
const READY = 'ready';

/** By its name, or by its first bytes (ISO/IEC 23008-12): phones and messengers also name such pictures .jpg. */
async function isHeic(file) {
  if (/^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name)) return true;
  return /^ftyp(hei|hev|mif1|msf1)/.test(await file.slice(4, 12).text());
}

document.addEventListener(
  'change',
  async (event) => {
    const input = event.target;
    if (input.type !== 'file' || event.detail === READY) return;
    event.stopImmediatePropagation();
    const files = new DataTransfer();
    try {
      for (const file of input.files)
        files.items.add((await isHeic(file)) ? await toJpeg(file, Number(input.dataset.storedPixels)) : file);
    } catch {
      input.value = '';
      input.setCustomValidity('This browser can’t read HEIC pictures. Save the picture as JPEG and choose it again.');
      input.reportValidity();
      // The picture is gone, so the form may be sent without it.
      return input.form.addEventListener('click', () => input.setCustomValidity(''), { once: true, capture: true });
    }
    input.files = files.files;
    input.dispatchEvent(new CustomEvent('change', { bubbles: true, detail: READY }));
  },
  true,
);

/** No larger than the server stores it: cameras take more pixels than it accepts, and than a canvas has on phones. */
async function toJpeg(file, pixels) {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, Math.sqrt(pixels / (bitmap.width * bitmap.height)));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.floor(side * scale)));
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d').drawImage(bitmap, 0, 0, width, height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('no canvas is that large');
  return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' });
}
