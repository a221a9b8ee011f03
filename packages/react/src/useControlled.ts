'use client'
/**
 * A value that its owner keeps (`value`, `onChange`), or that a component keeps itself, from a first
 * value on.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** @returns the value, and a function that asks for another; its identity never changes */
export function useControlled<Value>(
  value: Value | undefined,
  first: Value,
  onChange: ((next: Value) => void) | undefined,
): readonly [Value, (next: Value) => void] {
  const [own, setOwn] = useState(first)
  const current = value ?? own
  const latest = useRef({ isOwn: value === undefined, onChange })
  useLayoutEffect(() => {
    latest.current = { isOwn: value === undefined, onChange }
  })
  const change = useCallback((next: Value) => {
    if (latest.current.isOwn) setOwn(() => next)
    latest.current.onChange?.(next)
  }, [])
  return [current, change]
}
