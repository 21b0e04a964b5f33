/** How a person likes a screen, kept on this computer: nothing of what the screen shows. */
const PREFIX = 'diplo_preference_';

export function readPreference<T>(name: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

export function writePreference(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // No room left: the screen is as it is by default next time.
  }
}
