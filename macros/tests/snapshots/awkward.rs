struct Cache<K, const N: usize>
where
    K: Ord,
{
    entries: [Option<K>; N],
}
#[automatically_derived]
impl<K, const N: usize> ::other::mainstay::actor::Declared for Cache<K, N>
where
    K: Ord,
    K: ::core::marker::Send + 'static,
{
    const MAILBOX: ::core::option::Option<::other::mainstay::mailbox::Capacity> = ::core::option::Option::Some(
        ::other::mainstay::mailbox::Capacity::Unbounded,
    );
}
impl<K: Ord + Clone, const N: usize> m::Cache<K, N> {
    #[cfg(feature = "write")]
    #[deprecated = "use `set`"]
    #[must_use = "says what was there"]
    #[expect(clippy::needless_pass_by_value)]
    pub(crate) fn r#move(&mut self, mut from: K, _: K, port: Self) -> Option<K> {
        None
    }
    fn cache(&self) -> io::Result<Self> {
        Ok(self.clone())
    }
}
/// Handle to a running `Cache`.
pub struct CacheRef<K: Ord + Clone, const N: usize>(
    ::other::mainstay::actor::ActorRef<m::Cache<K, N>>,
)
where
    K: ::core::marker::Send + 'static,
    for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>;
const _: () = {
    #[automatically_derived]
    impl<K: Ord + Clone, const N: usize> CacheRef<K, N>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        /// Calls `Cache::r#move`.
        #[cfg(feature = "write")]
        #[deprecated = "use `set`"]
        #[must_use = "says what was there"]
        #[allow(clippy::needless_pass_by_value)]
        pub(crate) fn r#move(
            &self,
            from: K,
            arg2: K,
            port: m::Cache<K, N>,
        ) -> ::other::mainstay::call::Call<
            '_,
            m::Cache<K, N>,
            impl ::other::mainstay::call::Request<
                m::Cache<K, N>,
                Reply = Option<K>,
                Error = ::core::convert::Infallible,
            >,
        > {
            self.0
                .call(Move {
                    from,
                    arg2,
                    port,
                    __mainstay_actor: ::core::marker::PhantomData,
                })
        }
        /// Calls `Cache::cache`.
        fn cache(
            &self,
        ) -> ::other::mainstay::call::Call<
            '_,
            m::Cache<K, N>,
            impl ::other::mainstay::call::Request<
                m::Cache<K, N>,
                Reply = <io::Result<
                    m::Cache<K, N>,
                > as ::other::mainstay::__private::ResultLike>::Ok,
                Error = <io::Result<
                    m::Cache<K, N>,
                > as ::other::mainstay::__private::ResultLike>::Err,
            >,
        > {
            self.0
                .call(Cache_ {
                    __mainstay_actor: ::core::marker::PhantomData,
                })
        }
    }
    #[automatically_derived]
    impl<K: Ord + Clone, const N: usize> ::other::mainstay::actor::Handle<m::Cache<K, N>>
    for CacheRef<K, N>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        fn from_ref(actor: ::other::mainstay::actor::ActorRef<m::Cache<K, N>>) -> Self {
            Self(actor)
        }
        fn actor_ref(&self) -> &::other::mainstay::actor::ActorRef<m::Cache<K, N>> {
            &self.0
        }
    }
    #[automatically_derived]
    impl<K: Ord + Clone, const N: usize> ::core::clone::Clone for CacheRef<K, N>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl<K: Ord + Clone, const N: usize> ::core::fmt::Debug for CacheRef<K, N>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("CacheRef").field(&self.0).finish()
        }
    }
    #[cfg(feature = "write")]
    struct Move<K: Ord + Clone, const N: usize>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        from: K,
        arg2: K,
        port: m::Cache<K, N>,
        __mainstay_actor: ::core::marker::PhantomData<fn() -> m::Cache<K, N>>,
    }
    #[cfg(feature = "write")]
    #[automatically_derived]
    impl<K: Ord + Clone, const N: usize> ::other::mainstay::call::Request<m::Cache<K, N>>
    for Move<K, N>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        type Reply = Option<K>;
        type Error = ::core::convert::Infallible;
        fn into_message(
            self,
            port: ::other::mainstay::call::Port<Option<K>, ::core::convert::Infallible>,
        ) -> Inbox<K, N> {
            Inbox::Move(self, port)
        }
    }
    struct Cache_<K: Ord + Clone, const N: usize>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        __mainstay_actor: ::core::marker::PhantomData<fn() -> m::Cache<K, N>>,
    }
    #[automatically_derived]
    impl<K: Ord + Clone, const N: usize> ::other::mainstay::call::Request<m::Cache<K, N>>
    for Cache_<K, N>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        type Reply = <io::Result<
            m::Cache<K, N>,
        > as ::other::mainstay::__private::ResultLike>::Ok;
        type Error = <io::Result<
            m::Cache<K, N>,
        > as ::other::mainstay::__private::ResultLike>::Err;
        fn into_message(
            self,
            port: ::other::mainstay::call::Port<
                <io::Result<
                    m::Cache<K, N>,
                > as ::other::mainstay::__private::ResultLike>::Ok,
                <io::Result<
                    m::Cache<K, N>,
                > as ::other::mainstay::__private::ResultLike>::Err,
            >,
        ) -> Inbox<K, N> {
            Inbox::Cache_(self, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum Inbox<K: Ord + Clone, const N: usize>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        #[cfg(feature = "write")]
        Move(
            Move<K, N>,
            ::other::mainstay::call::Port<Option<K>, ::core::convert::Infallible>,
        ),
        Cache_(
            Cache_<K, N>,
            ::other::mainstay::call::Port<
                <io::Result<
                    m::Cache<K, N>,
                > as ::other::mainstay::__private::ResultLike>::Ok,
                <io::Result<
                    m::Cache<K, N>,
                > as ::other::mainstay::__private::ResultLike>::Err,
            >,
        ),
        Never(
            ::core::convert::Infallible,
            ::core::marker::PhantomData<fn() -> m::Cache<K, N>>,
        ),
    }
    #[allow(private_interfaces)]
    pub enum Later<K: Ord + Clone, const N: usize>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        Never(
            ::core::convert::Infallible,
            ::core::marker::PhantomData<fn() -> m::Cache<K, N>>,
        ),
    }
    #[automatically_derived]
    impl<K: Ord + Clone, const N: usize> ::other::mainstay::actor::Actor
    for m::Cache<K, N>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        type Handle = CacheRef<K, N>;
        type Message = Inbox<K, N>;
        type Id = ();
        fn name(message: &Inbox<K, N>) -> &'static ::core::primitive::str {
            match *message {
                #[cfg(feature = "write")]
                Inbox::Move(..) => "move",
                Inbox::Cache_(..) => "cache",
                Inbox::Never(never, _) => match never {}
            }
        }
    }
    #[automatically_derived]
    impl<K: Ord + Clone, const N: usize> ::other::mainstay::actor::Dispatch
    for m::Cache<K, N>
    where
        K: ::core::marker::Send + 'static,
        for<'a> io::Result<m::Cache<K, N>>: ::other::mainstay::__private::ResultOf<'a>,
    {
        type Later = Later<K, N>;
        type State = ();
        fn initial(&mut self, _: &mut ::other::mainstay::actor::Context<Self>) {}
        fn dispatch(
            &mut self,
            _: &mut (),
            message: Inbox<K, N>,
            cx: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::core::option::Option<Later<K, N>> {
            match message {
                #[cfg(feature = "write")]
                #[allow(deprecated)]
                Inbox::Move(Move { from, arg2, port, __mainstay_actor: _ }, port) => {
                    port.answer(|| ::core::result::Result::Ok(
                        <m::Cache<K, N>>::r#move(self, from, arg2, port),
                    ));
                    ::core::option::Option::None
                }
                Inbox::Cache_(Cache_ { __mainstay_actor: _ }, port) => {
                    port.answer(|| ::other::mainstay::__private::ResultLike::into_result(
                        <m::Cache<K, N>>::cache(self),
                    ));
                    ::core::option::Option::None
                }
                Inbox::Never(never, _) => match never {}
            }
        }
        async fn dispatch_later(
            &mut self,
            _: &mut (),
            message: Later<K, N>,
            cx: &mut ::other::mainstay::actor::Context<Self>,
        ) {
            match message {
                Later::Never(never, _) => match never {}
            }
        }
    }
};
