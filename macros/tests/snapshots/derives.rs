#[automatically_derived]
impl ::mainstay::call::Message for Ship {
    type Reply = ();
    type Error = ::core::convert::Infallible;
    type Decision<P> = P;
    fn decided<P>(
        decision: Self::Decision<P>,
    ) -> ::core::result::Result<P, Self::Error> {
        ::core::result::Result::Ok(decision)
    }
}
#[automatically_derived]
impl ::mainstay::call::Message for Pay {
    type Reply = u64;
    type Error = PayError;
    type Decision<P> = ::core::result::Result<P, Self::Error>;
    fn decided<P>(
        decision: Self::Decision<P>,
    ) -> ::core::result::Result<P, Self::Error> {
        decision
    }
}
#[automatically_derived]
impl<P: Key> ::mainstay::call::Message for Find<P>
where
    P: ::core::marker::Send + 'static,
{
    type Reply = Option<P>;
    type Error = ::core::convert::Infallible;
    type Decision<P_> = P_;
    fn decided<P_>(
        decision: Self::Decision<P_>,
    ) -> ::core::result::Result<P_, Self::Error> {
        ::core::result::Result::Ok(decision)
    }
}
#[automatically_derived]
impl ::mainstay::entity::Event for Paid {
    const NAME: &'static ::core::primitive::str = "order.paid";
    const VERSION: ::core::primitive::u32 = 2;
    const FIELDS: &'static [::mainstay::entity::Field] = &[
        ::mainstay::entity::Field::new("0", "u64", ""),
    ];
}
#[automatically_derived]
impl ::mainstay::entity::Event for Sent {
    const NAME: &'static ::core::primitive::str = "order.sent";
    const VERSION: ::core::primitive::u32 = 4;
    const ALIASES: &'static [&'static ::core::primitive::str] = &["order.posted"];
    const TAGS: &'static [&'static ::core::primitive::str] = &["a", "b"];
    const FIELDS: &'static [::mainstay::entity::Field] = &[
        ::mainstay::entity::Field::new("Whole", "", ""),
        ::mainstay::entity::Field::new("Part.of", "u64", ""),
    ];
    const EARLIER: &'static [::mainstay::entity::Earlier] = &[
        ::mainstay::entity::Earlier {
            version: 1,
            ty: "SentV1",
            split: false,
        },
        ::mainstay::entity::Earlier {
            version: 3,
            ty: "SentV3",
            split: false,
        },
    ];
    fn upcast(
        version: ::core::primitive::u32,
        payload: &::mainstay::entity::Payload<'_>,
    ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
        ::core::result::Result::Ok(
            match version {
                ..=1 => {
                    <Self as ::core::convert::From<
                        SentV3,
                    >>::from(
                        <SentV3 as ::core::convert::From<
                            SentV1,
                        >>::from(payload.decode::<SentV1>()?),
                    )
                }
                ..=3 => {
                    <Self as ::core::convert::From<
                        SentV3,
                    >>::from(payload.decode::<SentV3>()?)
                }
                _ => payload.decode()?,
            },
        )
    }
}
#[automatically_derived]
impl ::mainstay::entity::Event for Moved {
    const NAME: &'static ::core::primitive::str = "person.moved";
    const VERSION: ::core::primitive::u32 = 4;
    const EARLIER: &'static [::mainstay::entity::Earlier] = &[
        ::mainstay::entity::Earlier {
            version: 3,
            ty: "MovedV3",
            split: false,
        },
        ::mainstay::entity::Earlier {
            version: 1,
            ty: "MovedV1",
            split: true,
        },
        ::mainstay::entity::Earlier {
            version: 2,
            ty: "m::MovedV2",
            split: true,
        },
    ];
    fn upcast(
        version: ::core::primitive::u32,
        payload: &::mainstay::entity::Payload<'_>,
    ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
        ::core::result::Result::Ok(
            match version {
                ..=1 => {
                    return ::core::result::Result::Err(
                        ::mainstay::entity::split::<MovedV1>(payload.decode()?),
                    );
                }
                ..=2 => {
                    return ::core::result::Result::Err(
                        ::mainstay::entity::split::<m::MovedV2>(payload.decode()?),
                    );
                }
                ..=3 => {
                    <Self as ::core::convert::From<
                        MovedV3,
                    >>::from(payload.decode::<MovedV3>()?)
                }
                _ => payload.decode()?,
            },
        )
    }
}
#[automatically_derived]
impl ::mainstay::entity::Event for StreetChanged {
    const NAME: &'static ::core::primitive::str = "person.street_changed";
    const VERSION: ::core::primitive::u32 = 3;
    const FIELDS: &'static [::mainstay::entity::Field] = &[
        ::mainstay::entity::Field::new("street", "String", "default"),
    ];
    const EARLIER: &'static [::mainstay::entity::Earlier] = &[
        ::mainstay::entity::Earlier {
            version: 2,
            ty: "StreetV2",
            split: false,
        },
        ::mainstay::entity::Earlier {
            version: 1,
            ty: "StreetV1",
            split: true,
        },
    ];
    fn upcast(
        version: ::core::primitive::u32,
        payload: &::mainstay::entity::Payload<'_>,
    ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
        ::core::result::Result::Ok(
            match version {
                ..=1 => {
                    return ::core::result::Result::Err(
                        ::mainstay::entity::split::<StreetV1>(payload.decode()?),
                    );
                }
                ..=2 => {
                    <Self as ::core::convert::From<
                        StreetV2,
                    >>::from(payload.decode::<StreetV2>()?)
                }
                _ => payload.decode()?,
            },
        )
    }
}
/// A `Mail` on its way: for a receiver that confirms by hand.
#[derive(
    ::core::clone::Clone,
    ::mainstay::__private::serde::Serialize,
    ::mainstay::__private::serde::Deserialize
)]
#[serde(crate = "::mainstay::__private::serde")]
pub struct MailDelivery {
    /// The version of the message's shape.
    pub version: ::core::primitive::u32,
    /// What is known besides the message.
    pub delivery: ::mainstay::delivery::DeliveryHeader,
    /// What was sent.
    pub message: Mail,
}
#[automatically_derived]
impl ::mainstay::delivery::Confirmable for Mail {
    const NAME: &'static ::core::primitive::str = "mail";
    const VERSION: ::core::primitive::u32 = 2;
    const FIELDS: &'static [::mainstay::entity::Field] = &[
        ::mainstay::entity::Field::new("to", "String", ""),
    ];
    type Wrapper = MailDelivery;
    fn wrap(self, delivery: ::mainstay::delivery::DeliveryHeader) -> MailDelivery {
        MailDelivery {
            version: 2,
            delivery,
            message: self,
        }
    }
}
#[automatically_derived]
impl ::mainstay::delivery::Arrives for Mail {
    fn arrive(
        arrival: &::mainstay::delivery::Arrival<'_>,
    ) -> ::core::option::Option<
        ::core::result::Result<Self, ::mainstay::entity::DecodeError>,
    > {
        arrival.message::<Self>()
    }
    fn port(
        arrival: &::mainstay::delivery::Arrival<'_>,
    ) -> ::mainstay::__private::PortOf<Self> {
        arrival.confirming::<Self>()
    }
}
#[automatically_derived]
impl ::mainstay::delivery::Arrives for MailDelivery {
    const BY_HAND: ::core::primitive::bool = true;
    fn arrive(
        arrival: &::mainstay::delivery::Arrival<'_>,
    ) -> ::core::option::Option<
        ::core::result::Result<Self, ::mainstay::entity::DecodeError>,
    > {
        arrival.wrapper::<Mail>()
    }
}
#[automatically_derived]
impl ::mainstay::call::Message for MailDelivery {
    type Reply = ();
    type Error = ::core::convert::Infallible;
    type Decision<P> = P;
    fn decided<P>(
        decision: P,
    ) -> ::core::result::Result<P, ::core::convert::Infallible> {
        ::core::result::Result::Ok(decision)
    }
}
#[automatically_derived]
impl ::mainstay::supervise::ConfirmableMessage for MailDelivery {
    fn confirmation_id(&self) -> &::mainstay::supervise::ConfirmationId {
        self.delivery.confirmation_id()
    }
}
#[automatically_derived]
impl ::core::fmt::Debug for MailDelivery {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.debug_tuple(::core::stringify!(MailDelivery)).field(&self.delivery).finish()
    }
}
