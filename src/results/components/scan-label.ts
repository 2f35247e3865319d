/** Reads the code on a label with the camera, where the browser can; the field works without it. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
declare const BarcodeDetector: { new (options: { formats: string[] }): Detector }

const EVERY_MS = 250

function start(box: HTMLElement, input: HTMLInputElement): void {
  const button = box.querySelector('button')
  const video = box.querySelector('video')
  const status = box.querySelector('[role=status]')
  if (button === null || video === null || status === null) return
  box.hidden = false
  button.addEventListener('click', async () => {
    button.disabled = true
    status.textContent = ''
    try {
      const detector = new BarcodeDetector({ formats: ['qr_code'] })
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment' },
      })
      video.srcObject = stream
      video.hidden = false
      await video.play()
      status.textContent = 'Hold the code in front of the camera.'
      const timer = setInterval(async () => {
        const [code] = await detector.detect(video).catch(() => [])
        if (code === undefined) return
        clearInterval(timer)
        for (const track of stream.getTracks()) track.stop()
        input.value = code.rawValue
        input.form?.requestSubmit()
      }, EVERY_MS)
    } catch (error) {
      button.disabled = false
      status.textContent =
        error instanceof DOMException && error.name === 'NotAllowedError'
          ? 'The camera is not allowed. Allow it for this page in the browser, or type the label.'
          : 'The camera cannot be used. Type the label.'
      input.focus()
    }
  })
}

if ('BarcodeDetector' in window) {
  for (const box of document.querySelectorAll<HTMLElement>('[data-camera-for]')) {
    const input = document.getElementById(box.dataset['cameraFor'] ?? '')
    if (input instanceof HTMLInputElement) start(box, input)
  }
}
