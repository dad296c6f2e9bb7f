// Calls a function at most once in a while, and once more for what came meanwhile.

/** A function that runs `work` at once, then again no sooner than `wait` ms after that; `cancel` drops what is due. */
export function throttled(wait, work) {
  let timer = 0, running = false, due = false, cancelled = false;
  const run = async () => {
    if (cancelled) return;
    if (running || timer) { due = true; return; }
    running = true;
    try { await work(); } finally {
      running = false;
      timer = setTimeout(() => {
        timer = 0;
        if (due) { due = false; run(); }
      }, wait);
    }
  };
  run.cancel = () => { cancelled = true; clearTimeout(timer); };
  return run;
}
