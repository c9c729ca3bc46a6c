import { IconArrowLeft, IconArrowRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Key, ReactElement } from 'react'
import type { EmblaCarouselType } from 'embla-carousel'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './carousel.module.css'

interface CarouselProps {
  /** The accessible name. */
  label: string
  /** The slides, each with a key. There must be more than fit beside each other, because the carousel loops. */
  slides: readonly (ReactElement & { key: Key | null })[]
  /** Sets `--slides`, how many stand beside each other, and `--gap`. */
  className?: string | undefined
  /** On phones all slides stand below each other and nothing moves. */
  isListOnPhones?: boolean
  /**
   * Milliseconds until it advances by itself. It pauses under the pointer and with the focus inside, and does not
   * advance with reduced motion.
   */
  autoplayMs?: number
  /** Adds a dot for each position, once the library has loaded; their row takes its place before. */
  hasDots?: boolean
}

/**
 * A looping carousel. Without a script, and until the script has loaded, it is a scrollable row. Its library is loaded
 * only when the carousel is about to become visible.
 */
export function Carousel({
  label,
  slides,
  className,
  isListOnPhones = false,
  autoplayMs,
  hasDots = false,
}: CarouselProps) {
  const t = useTexts('ui')
  const { viewport, carousel, move, isPlaying, setPlaying } = useCarousel({ isListOnPhones, autoplayMs })
  const list = isListOnPhones ? styles.list : ''
  return (
    <div className={`${styles.carousel} ${className} ${list}`}>
      <section
        ref={viewport}
        className={styles.viewport}
        data-running={carousel !== undefined || undefined}
        aria-roledescription="carousel"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a script it scrolls, by keys too
        tabIndex={0}
      >
        <ul className={styles.track}>
          {slides.map((slide) => (
            <li key={slide.key} className={styles.slide}>
              {slide}
            </li>
          ))}
        </ul>
      </section>
      <div className={`${styles.controls} ${isListOnPhones ? 'desktop-only' : ''}`}>
        {hasDots && <div className={styles.dots}>{carousel && <Dots carousel={carousel} />}</div>}
        {autoplayMs !== undefined && (
          <button onClick={() => setPlaying(!isPlaying)} aria-label={t(isPlaying ? 'carousel.pause' : 'carousel.play')}>
            {isPlaying ? <IconPlayerPause size={20} aria-hidden /> : <IconPlayerPlay size={20} aria-hidden />}
          </button>
        )}
        <button onClick={() => move(-1)} aria-label={t('carousel.previous')}>
          <IconArrowLeft size={20} aria-hidden />
        </button>
        <button onClick={() => move(1)} aria-label={t('carousel.next')}>
          <IconArrowRight size={20} aria-hidden />
        </button>
      </div>
    </div>
  )
}

/** One button for each position; the present one is marked. */
function Dots({ carousel }: { carousel: EmblaCarouselType }) {
  const t = useTexts('ui')
  const subscribe = useCallback(
    (notify: () => void) => {
      carousel.on('select', notify).on('reInit', notify)
      return () => void carousel.off('select', notify).off('reInit', notify)
    },
    [carousel],
  )
  const selected = useSyncExternalStore(subscribe, () => carousel.selectedScrollSnap())
  const count = useSyncExternalStore(subscribe, () => carousel.scrollSnapList().length)
  return Array.from({ length: count }, (_, index) => (
    <button
      key={index}
      onClick={() => carousel.scrollTo(index)}
      aria-label={t('carousel.position', { number: index + 1, count })}
      aria-current={index === selected || undefined}
    />
  ))
}

function useCarousel({ isListOnPhones, autoplayMs }: { isListOnPhones: boolean; autoplayMs: number | undefined }) {
  const viewport = useRef<HTMLElement>(null)
  const [carousel, setCarousel] = useState<EmblaCarouselType>()
  const [isPlaying, setPlaying] = useState(false)

  useEffect(() => {
    const node = viewport.current
    if (!node) return undefined
    let made: EmblaCarouselType | undefined
    let isGone = false
    const start = async () => {
      const { default: EmblaCarousel } = await import('embla-carousel')
      if (isGone) return
      made = EmblaCarousel(node, optionsFor(isListOnPhones))
      setCarousel(made)
      setPlaying(autoplayMs !== undefined && !matchMedia('(prefers-reduced-motion: reduce)').matches)
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        void start()
      },
      { rootMargin: '400px' },
    )
    observer.observe(node)
    return () => {
      isGone = true
      observer.disconnect()
      made?.destroy()
    }
  }, [isListOnPhones, autoplayMs])

  useAutoplay(carousel, { isPlaying, delayMs: autoplayMs })

  const move = useCallback(
    (step: 1 | -1) => {
      if (!carousel) viewport.current?.scrollBy({ left: (step * viewport.current.clientWidth) / 2 })
      else if (step === 1) carousel.scrollNext()
      else carousel.scrollPrev()
    },
    [carousel],
  )
  return { viewport, carousel, move, isPlaying, setPlaying }
}

function optionsFor(isListOnPhones: boolean) {
  const isPhone = document.documentElement.dataset['phone'] !== undefined
  return {
    loop: true,
    align: 'start',
    active: !(isListOnPhones && isPhone),
    ...(isListOnPhones ? { breakpoints: { '(max-width: 768px)': { active: false } } } : {}),
  } as const
}

/** Advances the slides by a timer that pauses while the pointer is over them or the focus is inside. */
function useAutoplay(
  carousel: EmblaCarouselType | undefined,
  { isPlaying, delayMs }: { isPlaying: boolean; delayMs: number | undefined },
): void {
  useEffect(() => {
    if (!carousel || !isPlaying || delayMs === undefined) return undefined
    const timer = setInterval(() => {
      const root = carousel.rootNode()
      if (!root.matches(':hover, :focus-within') && !document.hidden) carousel.scrollNext()
    }, delayMs)
    return () => clearInterval(timer)
  }, [carousel, isPlaying, delayMs])
}
