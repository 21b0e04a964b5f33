/** The sign-in form comes drawn: whoever sends it before the app is there is not told to do it again. */
let [wasSent, isOver] = [false, false];

export function heedSubmit(): void {
  for (const form of document.forms)
    form.addEventListener('submit', () => {
      wasSent ||= !isOver;
    });
}

/** Whether the form was sent before the app was there; told once, and nothing is heeded from then on. */
export function takeEarlySubmit(): boolean {
  const answer = wasSent && !isOver;
  isOver = true;
  return answer;
}
