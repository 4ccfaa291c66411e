/** `data-crop="4"` on a file input: chooses the part of a picture to upload, of this width to height. */
document.addEventListener('change', async ({ target: input }) => {
  if (!input.dataset?.crop || !input.validity.valid || !input.files[0]) return;
  const [file] = input.files;
  const image = CROPPED_TYPES.test(file.type) ? await decoded(file) : null;
  // What the browser can't show is uploaded as it is.
  if (image === null || input.files[0] !== file) return;
  await import(input.dataset.cropper);
  openCropper(input, file, image);
});

async function decoded(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } catch {
    URL.revokeObjectURL(image.src);
    return null;
  }
}

const CROPPED_TYPES = /^image\/(jpeg|png|webp)$/;
const CROPPED_WIDTH = { 1: 1024, 4: 1600 };
const MOVES_BY_KEY = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEY_PX = 12;
const ZOOM_STEP = 0.1;

function openCropper(input, file, { src }) {
  const ratio = Number(input.dataset.crop);
  const dialog = document.createElement('dialog');
  dialog.className = 'crop';
  dialog.setAttribute('aria-labelledby', 'crop-title');
  dialog.innerHTML = `<h2 id="crop-title">Choose what is shown</h2>
    <p class="hint" id="crop-hint">Drag the picture, or move it with the arrow keys. Zoom with + and −, the wheel or two fingers.</p>
    <cropper-canvas background tabindex="0" role="application" aria-label="Part of the picture" aria-describedby="crop-hint">
      <cropper-image alt="The chosen picture" initial-center-size="cover" translatable scalable></cropper-image>
      <cropper-shade hidden></cropper-shade>
      <cropper-handle action="move" plain></cropper-handle>
      <cropper-selection initial-coverage="1" aspect-ratio="${ratio}"></cropper-selection>
    </cropper-canvas>
    <p class="buttons"><button type="button" data-zoom="-1" aria-label="Zoom out">−</button> <button type="button" data-zoom="1" aria-label="Zoom in">+</button> <button type="button" class="primary" data-done>Use picture</button> <button type="button" class="quiet" data-cancel>Cancel</button></p>`;
  dialog.classList.toggle('round', ratio === 1);
  const [canvas, image, selection] = ['canvas', 'image', 'selection'].map((name) =>
    dialog.querySelector(`cropper-${name}`),
  );
  image.setAttribute('src', src);
  canvas.addEventListener('keydown', (event) => {
    const move = MOVES_BY_KEY[event.key];
    if (move) image.$move(move[0] * KEY_PX, move[1] * KEY_PX);
    else if (event.key === '+' || event.key === '=') image.$zoom(ZOOM_STEP);
    else if (event.key === '-') image.$zoom(-ZOOM_STEP);
    else return;
    event.preventDefault();
  });
  dialog.addEventListener('click', async ({ target }) => {
    if (target.dataset.zoom) image.$zoom(Number(target.dataset.zoom) * ZOOM_STEP);
    if ('cancel' in target.dataset) dialog.close();
    if (!('done' in target.dataset)) return;
    // As many pixels as the part has, so that nothing is blown up.
    const [scale] = image.$getTransform();
    const pixels = selection.width / scale;
    put(input, await cropped(selection, file, Math.min(Math.round(pixels), CROPPED_WIDTH[ratio])));
    dialog.close('done');
  });
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== 'done') put(input, null);
    URL.revokeObjectURL(src);
    dialog.remove();
    input.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  canvas.focus();
  whenPlaced(image, () => {
    // The frame has whole pixels, and may be a little larger than what the picture was made to cover. With a pixel more on
    // each side, no edge is half transparent.
    const [outer, inner] = [image, selection].map((element) => element.getBoundingClientRect());
    image.$scale(Math.max((inner.width + 2) / outer.width, (inner.height + 2) / outer.height));
    image.addEventListener('transform', (event) => keepCovered(event, canvas, image, selection));
  });
}

/** Until then, a picture on its way into the frame does not cover it. */
function whenPlaced(image, act) {
  if (image.$isReady) act();
  else if (image.isConnected) requestAnimationFrame(() => whenPlaced(image, act));
}

/** Refuses a move or zoom after which the picture would no longer fill the frame, as it does once it is placed. */
function keepCovered(event, canvas, image, selection) {
  const after = image.cloneNode();
  after.style.transform = `matrix(${event.detail.matrix.join(', ')})`;
  after.style.opacity = '0';
  canvas.append(after);
  if (covers(image, selection) && !covers(after, selection)) event.preventDefault();
  after.remove();
}

function covers(image, selection) {
  const [outer, inner] = [image, selection].map((element) => element.getBoundingClientRect());
  return (
    inner.width > 0 &&
    outer.left <= inner.left + 1 &&
    outer.top <= inner.top + 1 &&
    outer.right >= inner.right - 1 &&
    outer.bottom >= inner.bottom - 1
  );
}

async function cropped(selection, file, width) {
  const canvas = await selection.$toCanvas({ width });
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, type, 0.92));
  return new File([blob], file.name, { type });
}
